import { expect, test } from 'vitest';
import { Texts } from './format';

const app = {
	nothing: 'nothing',
	nobody: 'nobody',
	words: { R: 'red', B: 'blue', hello: 'Hello!' },
	refusals: { not_asked: 'It is not your turn.' },
};
const game = {
	words: { T2: 'Take 2', CC: 'Colour Change', A: 'ambulance' },
	events: {
		drew: '{seat:name} draws a card.',
		drew_seen: '{seat:name} draws {card:word}.',
		over: 'Points: {points:each}.',
		way: 'It goes {clockwise:if(left,right)}.',
		taken: '{seats:names} take {cards:words}: {n} {n:plural(card,cards)}.',
	},
};
const texts = new Texts('en', [game, app], ['Mia', 'Ben']);

test('an event is told with its secret part only to those who have it', () => {
	expect(texts.event({ kind: 'drew', seat: 0 })).toBe('Mia draws a card.');
	expect(texts.event({ kind: 'drew', seat: 1, card: 'R-T2' })).toBe('Ben draws red Take 2.');
});

test('every form that the shared catalogues use', () => {
	expect(texts.say('events.over', { points: [3, 5] })).toBe('Points: Mia 3, Ben 5.');
	expect(texts.say('events.way', { clockwise: true })).toBe('It goes left.');
	expect(texts.say('events.way', { clockwise: false })).toBe('It goes right.');
	expect(texts.say('events.taken', { seats: [0, 1], cards: ['CC', 'B5'], n: 1 })).toBe(
		'Mia, Ben take Colour Change, blue 5: 1 card.',
	);
	expect(texts.say('events.taken', { seats: [7], cards: [], n: 2 })).toBe('nobody take nothing: 2 cards.');
});

test('a game comes first, then what is common; a missing text shows its key', () => {
	expect(texts.say('refusals.not_asked')).toBe('It is not your turn.');
	expect(texts.say('refusals.no_such_thing')).toBe('refusals.no_such_thing');
	expect(texts.word('hello')).toBe('Hello!');
	expect(texts.word('27')).toBe('27');
	expect(texts.event({ kind: 'unheard_of' })).toBe('');
});
