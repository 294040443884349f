import { describe } from 'vitest';
import { line, recounted } from '../test-feats';
import feats from './feats';

describe('feats of Trafic Turbo', () => {
	recounted('trafic_turbo', feats, {
		sixes: line(/^(rolled|opening_roll) seat=(?<seat>\d) roll=6$/),
		turbo: line(/^played seat=(?<seat>\d) card="turbo \d"$/),
		pushes: line(/^pushed .*by=(?<seat>\d)/),
		lanes: line(/^stepped seat=(?<seat>\d) step=[LRQE] /),
		traffic: line(/^vehicle_moved seat=(?<seat>\d)/),
		police: line(/^police_moved seat=(?<seat>\d)/),
		glides: line(/^glided seat=(?<seat>\d)/),
		used: line(/^used seat=(?<seat>\d)/),
		driven: line(/^(stepped|glided) seat=(?<seat>\d)/),
		bumps: line(/^hit seat=(?<seat>\d)/),
		pushed: line(/^pushed seat=(?<seat>\d)/),
		skids: line(/^skidded seat=(?<seat>\d)/),
		tickets: line(/^(grey_fine|police_fine) seat=(?<seat>\d)/),
	});
});
