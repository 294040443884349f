import { describe, expect, it } from 'vitest';
import { chapters, find } from './find';

const all = chapters([
	{ title: 'Anhänger', clauses: { 'RH-25': 'Er hat eine Zahl.', 'RH-26': 'Er hängt an einem Auto.' } },
	{ title: 'Ziel', clauses: { 'RH-1': 'Alle Karten loswerden.' } },
]);

describe('finding a rule', () => {
	it('shows everything without a search', () => {
		expect(find(all, '  ')).toEqual(all);
		expect(chapters(undefined)).toEqual([]);
	});

	it('does not mind case and dots', () => {
		expect(find(all, 'HANGT').map((one) => one.clauses)).toEqual([[['RH-26', 'Er hängt an einem Auto.']]]);
	});

	it('wants every word, and knows titles and numbers', () => {
		expect(find(all, 'anhänger zahl')[0]!.clauses).toHaveLength(1);
		expect(find(all, 'rh-1')[0]!.title).toBe('Ziel');
		expect(find(all, 'zahl karten')).toEqual([]);
	});
});
