import { describe } from 'vitest';
import { line, recounted } from '../test-feats';
import feats from './feats';

describe('feats of Traffic-Memory', () => {
	recounted('traffic_memory', feats, {
		run: line(/^taken seat=(?<seat>\d) n=(?<n>\d+)/),
		found: line(/^taken seat=(?<seat>\d)/),
		jokers: line(/^opened seat=(?<seat>\d) .*card=[AP]$/),
		stopped: line(/^stopped seat=(?<seat>\d)/),
		opened: line(/^opened seat=(?<seat>\d)/),
		shown: line(/^turned_back seat=(?<seat>\d) n=(?<n>\d+)/),
	});
});
