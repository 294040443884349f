import { describe } from 'vitest';
import { line, recounted } from '../test-feats';
import feats from './feats';

describe('feats of Pit Stop', () => {
	recounted('pit_stop', feats, {
		fines: line(/^(laid|countered) seat=(?<seat>\d) card=.-Fn /),
		services: line(/^(laid|countered) seat=(?<seat>\d) card=.-Sv /),
		passed_on: line(/^countered seat=(?<seat>\d)/),
		garage: line(/^garage_done seat=(?<seat>\d) cars=(?<n>[1-9]\d*)/),
		colours: line(/^colour seat=(?<seat>\d)/),
		swaps: (written) => {
			const found = /^swapped seat=(\d) target=(\d)/.exec(written);
			return found ? [[found[1]!], [found[2]!]] : [];
		},
		brought_back: line(/^brought_back .*by=(?<seat>\d)/),
		said: line(/^said seat=(?<seat>\d)/),
		finished: line(/^finished seat=(?<seat>\d)/),
		returned: line(/^brought_back seat=(?<seat>\d)/),
		missed: line(/^missed seat=(?<seat>\d)/),
		// Whatever says which card it was, and neither lays nor shows it.
		got: line(/^(?!laid|countered|hand|opened|returned|lay)\w+ seat=(?<seat>\d)( giver=\d)? card=/),
	});
});
