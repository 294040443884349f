// A "no" of the server in words, with the names of those at the table.

import type { Outcome } from '../contract';
import { loadTexts, textsOf } from '../i18n/texts.svelte';
import { Refusal } from '../net/api';

export function noWords(error: unknown, names: string[] = [], game = ''): string {
	const problem = error instanceof Refusal ? error.problem : { key: 'our_mistake', params: {} };
	return textsOf(game, names).say(`refusals.${problem.key}`, problem.params);
}

/** The same on a screen that has no words yet. */
export async function firstWords(error: unknown): Promise<string> {
	await loadTexts('app', 'web').catch(() => {});
	return noWords(error);
}

/** Empty when it went well. */
export function outcomeWords(outcome: Outcome, names: string[] = [], game = ''): string {
	if (outcome.type === 'done') return '';
	const texts = textsOf(game, names);
	return outcome.type === 'late' ? texts.say('waiting.late') : texts.say(`refusals.${outcome.key}`, outcome.params);
}
