import { describe } from 'vitest';
import { line, type Recount, recounted } from '../test-feats';
import feats from './feats';

/** Everybody in a list of seats. */
const all =
	(pattern: RegExp): Recount =>
	(written) =>
		[...(pattern.exec(written)?.[1]?.matchAll(/\d/g) ?? [])].map((found) => [found[0]]);

const swept: Recount = (written) => {
	const found = /^(jam|too_low) seat=(\d) .*cards=\[(.*?)\]/.exec(written);
	return found ? [[found[2]!, found[3]!.split(',').length]] : [];
};

describe('feats of Rush Hour', () => {
	recounted('rush_hour', feats, {
		gaps: line(/^gap_filled seat=(?<seat>\d)/),
		hooked: line(/^hooked seat=(?<seat>\d)/),
		towed: line(/^towed seat=(?<seat>\d)/),
		ambulances: all(/^ambulance seats=\[(.*?)\]/),
		police: all(/^police seats=\[(.*?)\]/),
		front: line(/^front seat=(?<seat>\d)/),
		clean: (written) =>
			(/^round_over .*points=\[(.*?)\]/.exec(written)?.[1] ?? '')
				.split(',')
				.flatMap((points, seat) => (points === '0' ? [[seat] as const] : [])),
		placed: line(/^placed seat=(?<seat>\d)/),
		cleared: line(/^(jam|too_low) seat=(?<seat>\d)/),
		collected: swept,
	});
});
