// Golden games for the tests of feats: as events, and as the lines they are written in, so that both can be counted.
import { expect, it } from 'vitest';
import { goldenOf, readGolden } from '../../places';
import type { Done, Feat, GameEvent } from '../contract';

export interface Golden {
	name: string;
	players: number;
	/** Its events as they are written: `laid seat=1 card=R8 left=4`. */
	lines: string[];
	events: GameEvent[];
}

function read(written: string): unknown {
	try {
		return JSON.parse(written);
	} catch {
		return written;
	}
}

function eventOf(line: string): GameEvent {
	const [kind, ...fields] = line.split(/ (?=\w+=)/);
	const named = fields.map((field) => [field.split('=', 1)[0]!, read(field.slice(field.indexOf('=') + 1))]);
	return { kind: kind!, ...Object.fromEntries(named) };
}

export function goldenGames(game: string): Golden[] {
	return goldenOf(game).map((name) => {
		const text = readGolden(game, name);
		const lines = [...text.matchAll(/^ {2}(\S.*)$/gm)].map((found) => found[1]!);
		return { name, players: Number(/^players (\d+)$/m.exec(text)![1]), lines, events: lines.map(eventOf) };
	});
}

/** What one line says of a feat: the seats in it, and how much each did (once where it does not say). */
export type Recount = (line: string) => (readonly [seat: number | string, n?: number | string])[];

/** Every line of this pattern counts for `seat`, as much as `n` says. */
export const line =
	(pattern: RegExp): Recount =>
	(written) => {
		const found = pattern.exec(written)?.groups;
		return found ? [[found.seat!, found.n]] : [];
	};

const sorted = (all: Done[]) => all.map(({ seat, n = 1 }) => `${seat}: ${n}`).sort();

/** In all golden games the feats count what a second look at their lines counts. */
export function recounted(game: string, feats: readonly Feat[], recounts: Record<string, Recount>): void {
	it('every feat is counted a second time', () => {
		expect(Object.keys(recounts)).toEqual(feats.map((feat) => feat.id));
	});
	it.each(feats.map((feat) => feat.id))('%s is what the record says', (id) => {
		const feat = feats.find((one) => one.id === id)!;
		for (const golden of goldenGames(game)) {
			const again = golden.lines.flatMap((written) =>
				recounts[id]!(written).map(([seat, n = 1]) => ({ seat: Number(seat), n: Number(n) })),
			);
			expect(sorted(golden.events.flatMap((event) => feat.count(event))), golden.name).toEqual(sorted(again));
		}
	});
}
