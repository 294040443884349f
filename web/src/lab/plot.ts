// A chart as a drawing of its own, for pictures in texts; `plots.mjs` runs it in Node.
import { render } from 'svelte/server';
import type { Chart, Words } from './chart';
import { Charts } from './charts';
import { differences, front, ranked } from './compare';
import Drawing from './Drawing.svelte';
import { Numbers } from './numbers';
import type { Study } from './study';

/** Every chart of a study: those that compare or search, then those of one set-up. */
export function chartsOf(study: Study, words: Words, arm = 0): Chart[] {
	const found = front(study.trials, 0, 1, words);
	const one = study.arms[arm] ?? ranked(study.trials)[arm]?.arm;
	const sections = one ? new Charts(words).sections(one) : [];
	return [...(found ? [found] : []), ...differences(study, words), ...sections.flatMap(({ charts }) => charts)];
}

const plain = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The whole file; `style` goes into it. */
export function plot(chart: Chart, words: Words, width: number, style: string): string {
	const props = { drawing: chart.drawing, width, numbers: new Numbers(words.language), title: 'title', says: 'says' };
	const { body } = render(Drawing, { props });
	const drawn = body.replace(/<!--.*?-->/gs, '').trim();
	const inside = `<title id="title">${plain(chart.title)}</title><desc id="says">${plain(chart.says)}</desc><style>${style}</style>`;
	return `${drawn.replace(/^<svg /, '<svg xmlns="http://www.w3.org/2000/svg" ').replace('>', () => `>${inside}`)}\n`;
}
