// The one sentence of the table. Which text of a prompt is true is chosen as in tailback.texts.prompts.
import type { GameEvent, Play, Reason } from '../contract';
import type { Texts } from '../i18n/format';
import type { ActionFace } from '../net/protocol';

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

/** What to do, or for whom we wait; in a replay what happened. */
export function promptOf(play: Play): string {
	const ask = play.ask;
	if (!ask) return play.mode === 'replay' ? happened(play) : '';
	if (play.awaited) {
		const short = `web.prompts.${ask.kind}`;
		const key = [short, `decisions.${ask.kind}`].find((one) => play.texts.has(one)) ?? 'general.asked';
		const kinds = play.choices.map((choice) => choice.key);
		// A prompt may mention numbers of the view.
		return play.say(promptKey(key, play.texts.raw(key), kinds), { ...play.truth, seat: play.me });
	}
	const others = ask.awaited.filter((seat) => seat !== play.me || !play.mine);
	if (!others.length) return '';
	const doing = `web.doing.${ask.kind}`;
	const key = play.texts.has(doing) ? doing : others.length > 1 ? 'waiting.several' : 'waiting.one';
	return play.say(key, { seat: others[0], seats: others, n: others.length });
}

/** What is left to somebody's hand; where several sit at one device it says who is meant. */
export function invitationOf(play: Play, gesture = play.stage.gesture): string {
	return gesture ? play.say(gesture.prompt, { seat: gesture.seat, several: play.local.length > 1 }) : '';
}

/** A legal action in words. A game of one afternoon may lack them: its notation says it too. */
export function wordsFor(texts: Texts, choice: ActionFace): string {
	const key = `actions.${choice.key}`;
	return texts.has(key) ? texts.say(key, choice.params) : choice.notation;
}

/** Why not, in words; without any it is only said that it is so. */
export function reasonFor(texts: Texts, reason: Reason): string {
	const key = `refusals.${reason.key}`;
	return texts.say(texts.has(key) ? key : 'general.no', reason.params);
}

/** The last thing that can be said about what happened. */
function happened(play: Play): string {
	for (const event of [...play.log].reverse()) {
		const words = play.texts.event(event);
		if (words) return words;
	}
	return '';
}

/** An event in a few words for the line on the screen, where the game has such. */
export function briefOf(texts: Texts, event: GameEvent): string {
	const key = `web.events.${event.kind}`;
	return texts.has(key) ? texts.say(key, event) : '';
}
