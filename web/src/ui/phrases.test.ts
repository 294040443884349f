import { expect, it } from 'vitest';
import { emotePicture } from '../art/emotes';
import { phrasePicture } from './phrases';

it("a game's own phrases come first, then those of the house; plain words have no picture", () => {
	const game = { phrases: { honk: '<path/>' } };
	expect(phrasePicture(game, 'words.honk')).toBe('<path/>');
	expect(phrasePicture(game, 'words.hello')).toBe(emotePicture('hello'));
	expect(phrasePicture(null, 'words.hello')).not.toBe('');
	expect(phrasePicture({}, 'words.honk')).toBe('');
	expect(phrasePicture(game, 'web.honk')).toBe('');
});
