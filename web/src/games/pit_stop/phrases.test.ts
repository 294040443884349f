import { expect, it } from 'vitest';
import { pure } from '../../art/test-kit';
import { phrases } from './phrases';

it('the eight phrases have a picture each', () => {
	expect(new Set(Object.values(phrases)).size).toBe(8);
	for (const picture of Object.values(phrases)) pure(picture);
});

it('each stands on light ground of its own, so that it is seen in the dark as well', () => {
	for (const picture of Object.values(phrases))
		expect(picture).toMatch(/^<circle cx="32" cy="32" r="32" fill="#F7F2E8"/);
});
