import { describe } from 'vitest';
import { line, recounted } from '../test-feats';
import feats from './feats';

describe('feats of Mau-Mau', () => {
	recounted('mau_mau', feats, {
		mau: line(/^(mau|mau_mau) seat=(?<seat>\d)/),
		noticed: line(/^caught seat=\d by=(?<seat>\d)/),
		takes: line(/^laid seat=(?<seat>\d) card=[RBGY]-T[24] /),
		stops: line(/^laid seat=(?<seat>\d) card=[RBGY]-Stop /),
		reverses: line(/^laid seat=(?<seat>\d) card=[RBGY]-Rev /),
		wishes: line(/^colour seat=(?<seat>\d)/),
		laid: line(/^laid seat=(?<seat>\d)/),
		drew: line(/^(drew|take2|take4|mau_penalty) seat=(?<seat>\d)/),
		stopped: line(/^stopped seat=(?<seat>\d)/),
	});
});
