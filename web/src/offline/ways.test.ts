import { describe, expect, it } from 'vitest';
import { FIRST_WORDS, outdated, shelfOf, way } from './ways';

const HERE = 'https://play.example.org';
const FILES = ['/', '/assets/index-Ab12.js', '/icons/icon.svg'];

function ask(path: string, mode = 'no-cors', method = 'GET', origin = HERE) {
	return way(method, origin + path, mode, new URL(HERE), FILES);
}

describe('how the service worker answers', () => {
	it('never touches what goes to the server itself', () => {
		for (const path of [
			'/api',
			'/api/games',
			'/api/tables/x/qr.svg',
			'/ws',
			'/docs',
			'/docs/openapi.json',
			'/static/pages.css',
			'/health/alive',
			'/here/',
			'/here/assets/index-Ab12.js',
		]) {
			expect(ask(path)).toBe('leave');
			expect(ask(path, 'navigate')).toBe('leave');
		}
	});

	it('knows the words of the screens, so that the shell can speak', () => {
		expect(ask('/api/texts/de/web', 'cors')).toBe('words');
		expect(ask('/api/texts/de/web', 'cors', 'PUT')).toBe('leave');
		expect(FIRST_WORDS).toHaveLength(9);
		for (const words of FIRST_WORDS) expect(ask(words, 'cors')).toBe('words');
	});

	it('leaves what changes something, and other hosts', () => {
		expect(ask('/assets/index-Ab12.js', 'cors', 'HEAD')).toBe('leave');
		expect(ask('/', 'navigate', 'POST')).toBe('leave');
		expect(ask('/assets/index-Ab12.js', 'cors', 'GET', 'https://elsewhere.example')).toBe('leave');
	});

	it('takes files with a hash from the cache', () => {
		expect(ask('/assets/index-Ab12.js')).toBe('cache');
		expect(ask('/assets/of-the-next-version.js')).toBe('cache');
	});

	it('opens every screen with the page, the network first', () => {
		for (const path of ['/', '/new', '/t/abc', '/t/abc?seat=1', '/rules/hopscotch', '/apiary', '/wsx']) {
			expect(ask(path, 'navigate')).toBe('page');
		}
		expect(ask('/t/abc?plain', 'navigate')).toBe('leave');
		expect(ask('/sw.js', 'navigate')).toBe('leave');
	});

	it('keeps a folder of files as it is, wherever it lies', () => {
		const home = new URL('https://files.example.org/games/play/');
		const alone = (path: string, mode = 'no-cors') => way('GET', home.origin + path, mode, home, FILES, true);
		expect(alone('/games/play/', 'navigate')).toBe('shell');
		expect(alone('/games/play/index.html', 'navigate')).toBe('shell');
		expect(alone('/games/play/assets/index-Ab12.js')).toBe('cache');
		expect(alone('/games/play/icons/icon.svg')).toBe('cache');
		expect(alone('/games/play/python/wasm-12.piece')).toBe('leave');
		expect(alone('/games/other/', 'navigate')).toBe('leave');
		expect(alone('/games/assets/index-Ab12.js')).toBe('leave');
	});

	it('forgets its own earlier files, and never those of another worker at the same address', () => {
		const [top, below] = [new URL(HERE), new URL(`${HERE}/here/`)];
		const old = ['tailback-0123456789ab', shelfOf(top, 'one'), shelfOf(below, 'one')];
		const all = [...old, shelfOf(top, 'two'), shelfOf(below, 'two'), 'tailback-pieces', 'of somebody else'];
		expect(outdated(all, top, 'two')).toEqual([old[0], old[1]]);
		expect(outdated(all, below, 'two')).toEqual([old[2]]);
	});

	it('asks the network first for what has no hash, and leaves the rest', () => {
		expect(ask('/icons/icon.svg')).toBe('network');
		expect(ask('/icons/other.svg')).toBe('leave');
	});
});
