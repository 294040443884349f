// How long until a robot plays for somebody who is away: told once by the server, counted down on this device.

const STEP = 500;

/** Whole seconds; null while nothing runs. For use while a component is set up. */
export function secondsLeft(ms: () => number | null | undefined): { readonly now: number | null } {
	let left = $state<number | null>(null);
	$effect(() => {
		const away = ms();
		left = null;
		if (away == null || away < 0) return;
		const until = performance.now() + away;
		const step = () => {
			left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
		};
		step();
		const clock = setInterval(step, STEP);
		return () => clearInterval(clock);
	});
	return {
		get now() {
			return left;
		},
	};
}
