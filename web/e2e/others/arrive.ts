// Come to a door with what this device has kept from before. Works in every browser: nothing is run before the page is.
import { GAMES } from '../games';
import type { Screen } from '../screen';

/** Two who share this device, in a hurry, who know what lessons say. */
export async function arrive(screen: Screen, address: string, kept: Record<string, unknown> = {}): Promise<void> {
	await screen.goto(address);
	const prefs = { volume: 0, speed: 'off', language: 'en', lessons: GAMES };
	const people = { people: [], lineup: ['Mia', 'Ben'].map((name) => ({ sitter: 'here', name })) };
	await screen.evaluate(
		(entries) => {
			localStorage.clear();
			for (const [key, value] of Object.entries(entries))
				localStorage.setItem(`tailback.${key}`, JSON.stringify(value));
		},
		{ prefs, people, ...kept },
	);
	await comeBack(screen);
}

/** Reload, and be in a hurry again: what is shown for a moment is shown for a tenth of it, as `hasten` does elsewhere. */
export async function comeBack(screen: Screen): Promise<void> {
	await screen.reload();
	await screen.evaluate(() => {
		const usual = window.setTimeout;
		const sooner = (work: TimerHandler, ms = 0, ...more: unknown[]) => usual(work, ms < 2000 ? ms / 10 : ms, ...more);
		Object.assign(window, { setTimeout: sooner });
	});
}
