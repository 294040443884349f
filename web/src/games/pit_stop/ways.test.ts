import { expect, test } from 'vitest';
import type { Choice } from '../../contract';
import { attempt, cardOfWay, waysOf } from './ways';

let next = 0;
const way = (key: string, params: Record<string, unknown> = {}): Choice => ({ key, params, action: next++ }) as Choice;

test('every action names the card it takes', () => {
	expect(cardOfWay(way('lay', { card: 'R5' }))).toBe('R5');
	expect(cardOfWay(way('paint', { colour: 'R' }))).toBe('PS');
	expect(cardOfWay(way('return'))).toBe('NC');
	expect(cardOfWay(way('draw'))).toBe('');
});

test('a Fine at several asks at whom, at one it does not', () => {
	const two = [way('fine', { card: 'R-Fn', seat: 1 }), way('fine', { card: 'R-Fn', seat: 2 })];
	expect(waysOf(two, 'R-Fn')).toEqual({ seats: two, colours: [], plain: [] });
	expect(waysOf(two.slice(0, 1), 'R-Fn')).toEqual({ seats: [], colours: [], plain: two.slice(0, 1) });
});

test('a Car Exchange offers partners and what needs none', () => {
	const all = [way('swap', { seat: 1 }), way('renew'), way('exchange'), way('draw')];
	const found = waysOf(all, 'CX');
	expect(found.seats.map((one) => one.key)).toEqual(['swap']);
	expect(found.plain.map((one) => one.key)).toEqual(['renew', 'exchange']);
});

test('a Paint Shop asks for its colour', () => {
	const all = ['R', 'B'].map((colour) => way('paint', { colour }));
	expect(waysOf(all, 'PS').colours).toEqual(all);
});

test('what cannot be played is asked about as what it would be', () => {
	expect(attempt('turn', 'B3')).toEqual({ key: 'lay', params: { card: 'B3' } });
	expect(attempt('garage', 'B3')).toEqual({ key: 'car', params: { card: 'B3' } });
	expect(attempt('fine', 'PS')).toEqual({ key: 'paint', params: {} });
	expect(attempt('new_car', 'NC').key).toBe('return');
});
