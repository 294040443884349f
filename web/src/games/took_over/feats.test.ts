import { describe } from 'vitest';
import { line, recounted } from '../test-feats';
import feats from './feats';

describe('feats of Took Over!', () => {
	recounted('took_over', feats, {
		took_over: line(/^took_over seat=(?<seat>\d)/),
		took_more: line(/^took_more seat=(?<seat>\d)/),
		opened: line(/^opened seat=(?<seat>\d)/),
		placed: line(/^placed seat=(?<seat>\d)/),
		let_go: line(/^let_go seat=(?<seat>\d)/),
		overtaken: line(/^took_over .*active=(?<seat>\d)/),
	});
});
