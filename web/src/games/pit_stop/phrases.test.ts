import { expect, it } from 'vitest';
import { pure } from '../../art/test-kit';
import { phrases } from './phrases';

it('the eight phrases have a picture each', () => {
	expect(new Set(Object.values(phrases)).size).toBe(8);
	for (const picture of Object.values(phrases)) pure(picture);
});
