import { beforeEach, describe, expect, it } from 'vitest';
import { adoptLanguage, prefs, setPrefs } from './prefs.svelte';

const come = (address: string) => {
	history.replaceState(null, '', address);
	adoptLanguage();
	return location.pathname + location.search + location.hash;
};

beforeEach(() => setPrefs({ language: 'en' }));

describe('whoever comes from a page in some language', () => {
	it('goes on in it, and the address says no more of it', () => {
		expect(come('/play/?lang=fi#/new/game')).toBe('/play/#/new/game');
		expect(prefs.language).toBe('fi');
	});

	it('keeps what else stands in the address', () => {
		expect(come('/t/abc?replay=1&lang=de')).toBe('/t/abc?replay=1');
		expect(prefs.language).toBe('de');
	});

	it('is not led to a language that nobody speaks here', () => {
		expect(come('/?lang=tlh')).toBe('/');
		expect(prefs.language).toBe('en');
	});
});
