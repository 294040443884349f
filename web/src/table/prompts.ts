// Which text of a prompt is true: the same choice as in tailback.texts.prompts.
const ELSE = 'else';

/**
 * The key below `key` of the text that offers just these kinds of actions; `key` itself where a prompt is one text.
 * `else` in a text stands for every kind that no text of this prompt names.
 */
export function promptKey(key: string, prompt: unknown, kinds: string[]): string {
	if (typeof prompt !== 'object' || prompt === null) return key;
	const offers = Object.keys(prompt).map((said) => ({ said, offered: said.split(' ') }));
	const named = new Set(offers.flatMap((one) => one.offered));
	const there = new Set(kinds.map((kind) => (named.has(kind) ? kind : ELSE)));
	const fitting = offers.filter((one) => one.offered.every((kind) => there.has(kind)));
	const best = fitting.sort((a, b) => b.offered.length - a.offered.length)[0];
	return best ? `${key}.${best.said}` : key;
}
