import { expect, test } from 'vitest';
import { promptKey } from './prompts';

const ask = { 'else tea': 'Tea, or what?', tea: 'Tea.', 'milk tea': 'Milk in your tea?' };

test('a prompt offers what can be chosen, and nothing else', () => {
	expect(promptKey('ask', ask, ['tea', 'tea'])).toBe('ask.tea');
	expect(promptKey('ask', ask, ['tea', 'milk'])).toBe('ask.milk tea');
	expect(promptKey('ask', ask, ['water', 'tea', 'juice'])).toBe('ask.else tea');
	expect(promptKey('ask', ask, ['water'])).toBe('ask');
});

test('a prompt for all cases is one text', () => {
	expect(promptKey('plain', 'Well?', ['tea'])).toBe('plain');
});
