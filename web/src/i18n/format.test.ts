import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Catalogue, Texts } from './format';

const read = (path: string) => JSON.parse(readFileSync(`../${path}`, 'utf8'));
const games = readdirSync('../tests/games').filter((name) => existsSync(`../tests/games/${name}/forms.json`));

function catalogueOf(name: string, language: string): Catalogue {
	const shared = name === 'app' || name === 'web';
	return read(`src/tailback/${shared ? `texts/${language}/${name}` : `games/${name}/texts/${language}`}.json`);
}

const app = {
	nothing: 'nothing',
	nobody: 'nobody',
	grammar: { and: 'and', number: 'a', forms: { word: {}, a: { a: ['a', ''], an: ['an', ''] } } },
	words: { R: { word: 'red', gender: 'a' }, B: { word: 'blue', gender: 'a' }, hello: 'Hello!' },
	refusals: { not_asked: 'It is not your turn.' },
};
const game = {
	words: { T2: 'Take 2', CC: 'Colour Change', A: 'ambulance' },
	events: {
		drew: '{seat:name} draws a card.',
		drew_seen: '{seat:name} draws {card:word}.',
		over: 'Points: {points:each}.',
		way: 'It goes {clockwise:if(left|right)}.',
		taken: '{seats:name} {seats:plural(take|takes|take)} {cards:word}: {n:plural(no cards|one, a card|{n} cards)}.',
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
	expect(texts.say('events.taken', { seats: [0, 1], cards: ['CC', 'B5', 'A'], n: 1 })).toBe(
		'Mia and Ben take Colour Change, blue 5 and ambulance: one, a card.',
	);
	expect(texts.say('events.taken', { seats: [7], cards: [], n: 2 })).toBe('nobody takes nothing: 2 cards.');
	expect(texts.say('events.taken', { seats: [], cards: ['A'], n: 0 })).toBe('nobody take ambulance: no cards.');
});

test('a word that begins a sentence has its capital, a name is left as it is', () => {
	const own = new Texts('en', [{ x: '{card:word}. “{card:a}” {seat:name}! {card:word}: {card:word}' }, app], ['ö']);
	expect(own.say('x', { card: 'R5', seat: 0 })).toBe('Red 5. “A red 5” ö! Red 5: red 5');
});

test('a place that cannot be read stands there as it is', () => {
	const own = new Texts('en', [{ x: '{n:plural(a|b}', y: '{' }, app]);
	expect(own.say('x', { n: 1 })).toBe('{n:plural(a|b}');
	expect(own.say('y')).toBe('{');
});

test('every card of every game is said in every form as Python says it', () => {
	expect(games.length).toBeGreaterThan(5);
	for (const game of games) {
		const forms: Record<string, Record<string, Record<string, string>>> = read(`tests/games/${game}/forms.json`);
		for (const [language, tokens] of Object.entries(forms)) {
			const own = new Texts(language, [catalogueOf(game, language), catalogueOf('app', language)]);
			const said = Object.entries(tokens).map(([token, words]) => [
				token,
				Object.fromEntries(Object.keys(words).map((form) => [form, own.word(token, form)])),
			]);
			expect(Object.fromEntries(said)).toEqual(tokens);
		}
	}
});
