// The pictures of the games move one after the other, so that the eye is led: each shows its film once, then the next one does.
// Nothing moves for those who asked their device for less motion, or pressed the button.
const films = [...document.querySelectorAll('.film')];
const hold = document.querySelector('#hold');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const inSight = new Set();
let still = calm.matches;
let showing = null;
let over = 0;

for (const film of films) film.dataset.still = film.getAttribute('src');

function stop() {
	clearTimeout(over);
	if (showing) showing.src = showing.dataset.still;
	showing = null;
}

function show(film) {
	stop();
	if (still || !film) return;
	showing = film;
	film.src = film.dataset.moving;
	over = setTimeout(() => show(next(film)), film.dataset.seconds * 1000);
}

/** The one after this that can be seen. */
function next(film) {
	const at = films.indexOf(film);
	return [...films.slice(at + 1), ...films.slice(0, at + 1)].find((one) => inSight.has(one));
}

function say() {
	hold.textContent = still ? hold.dataset.go : hold.dataset.hold;
}

const watch = new IntersectionObserver(
	(entries) => {
		for (const { target, isIntersecting } of entries) inSight[isIntersecting ? 'add' : 'delete'](target);
		if (!inSight.has(showing)) show(next(films.at(-1)));
	},
	{ threshold: 0.6 },
);
for (const film of films) {
	watch.observe(film);
	// A browser that cannot show the film keeps the still.
	film.addEventListener('error', () => {
		if (showing === film) stop();
	});
	film.closest('.tile').addEventListener('pointerenter', () => {
		if (showing !== film) show(film);
	});
}
hold.hidden = false;
hold.addEventListener('click', () => {
	still = !still;
	say();
	show(next(films.at(-1)));
});
calm.addEventListener('change', () => {
	still = calm.matches;
	say();
	show(next(films.at(-1)));
});
say();
