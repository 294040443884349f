import { expect, it } from 'vitest';
import { clauseIds, kindsOf, tokensOf } from './pictures';

it('reads ranges of clauses', () => {
	expect(clauseIds('RH-25..27 RH-Q3')).toEqual(['RH-25', 'RH-26', 'RH-27', 'RH-Q3']);
});

it('has nothing for a game without a deck', () => {
	expect(tokensOf('chess', 'X-1')).toEqual([]);
	expect(kindsOf('chess')).toEqual([]);
});
