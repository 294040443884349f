// The shared catalogues in the browser: the same places and forms as in tailback.texts.
import { mentioned, type Parts, type Place, parse } from './places';

export type Params = Record<string, unknown>;
export type Catalogue = Record<string, unknown>;

/** An entry of `words`: its dictionary form, its gender, and what other forms the language needs. */
type Entry = Record<string, string>;

interface Grammar {
	and: string;
	/** The gender of numbers. */
	number: string;
	/** By form and gender: the article, and the ending of a colour. */
	forms: Record<string, Record<string, [string, string]>>;
}

const PLAIN: Grammar = { and: '', number: '', forms: {} };
const COLOURS = 'RBGY';
const NUMBERED = /^(\D+?)[- ]?(\d+)$/;
/** What a sentence ends with, and what may stand before the first word of the next. */
const SENTENCE_END = /(^|[.!?…][“”"’)]*\s)[„”“"(]*$/;

/** The texts of one language: those of a game first, then the web's own, then the common ones. */
export class Texts {
	constructor(
		readonly language: string,
		readonly catalogues: Catalogue[],
		readonly names: string[] = [],
	) {}

	raw(key: string): unknown {
		for (const catalogue of this.catalogues) {
			let found: unknown = catalogue;
			for (const part of key.split('.')) {
				found = typeof found === 'object' && found !== null ? (found as Catalogue)[part] : undefined;
			}
			if (found !== undefined) return found;
		}
		return undefined;
	}

	has(key: string): boolean {
		return this.raw(key) !== undefined;
	}

	/** A key without a text is a mistake of ours; the key itself is still better than a broken table. */
	say(key: string, params: Params = {}): string {
		const found = this.raw(key);
		if (typeof found !== 'string') return key;
		return this.render(parse(found), params, '');
	}

	/** `web.events` has shorter words where all is seen. */
	event(seen: { kind: string; [more: string]: unknown }): string {
		return this.has(`web.events.${seen.kind}`) ? this.say(`web.events.${seen.kind}`, seen) : this.whole(seen);
	}

	/** Everything there is to say of it; `events.<kind>_seen` is for those who also see the secret part. */
	whole(seen: { kind: string; [more: string]: unknown }): string {
		const own = this.raw(`events.${seen.kind}_seen`);
		if (typeof own === 'string' && mentioned(parse(own)).every((name) => name in seen)) {
			return this.say(`events.${seen.kind}_seen`, seen);
		}
		return this.has(`events.${seen.kind}`) ? this.say(`events.${seen.kind}`, seen) : '';
	}

	name(seat: unknown): string {
		return this.names[Number(seat)] ?? this.say('nobody');
	}

	/** A token in words: itself in `words`, or a colour letter and a kind (`R-T2`), or a kind and a number. */
	word(token: unknown, form = 'word'): string {
		let text = String(token);
		let kind = this.entry(text);
		let colour: Entry | undefined;
		let number = '';
		if (!kind && text && COLOURS.includes(text.charAt(0))) {
			colour = this.entry(text.charAt(0));
			text = text.slice(1).replace(/^-+/, '');
			kind = this.entry(text);
		}
		const numbered = kind ? null : NUMBERED.exec(text);
		if (numbered) {
			kind = this.entry(numbered[1]!);
			if (kind) number = numbered[2]!;
		}
		const { forms, number: gender } = this.grammar;
		kind ??= { word: text, gender: /^\d+$/.test(text) ? gender : '' };
		const [article, ending] = forms[form]?.[colour?.gender || kind.gender || ''] ?? ['', ''];
		const shade = colour && (colour.adjective ? colour.adjective + ending : colour[form] || colour.word);
		return [article, shade, kind[form] || kind.word, number].filter(Boolean).join(' ');
	}

	private entry(token: string): Entry | undefined {
		const found = this.raw(`words.${token}`);
		return typeof found === 'string' ? { word: found } : (found as Entry | undefined);
	}

	private get grammar(): Grammar {
		return (this.raw('grammar') as Grammar | undefined) ?? PLAIN;
	}

	/** These parts after what stands before them in the same text. */
	private render(parts: Parts, params: Params, before: string): string {
		let said = before;
		for (const part of parts) said += typeof part === 'string' ? part : this.fill(part, params, said);
		return said.slice(before.length);
	}

	private fill(place: Place, params: Params, before: string): string {
		const value = params[place.name];
		if (place.branches.length) return this.render(branchOf(place, value), params, before);
		switch (place.form) {
			case '':
				return this.several(value, (item) => String(item ?? ''));
			case 'name':
				return this.several(value, (seat) => this.name(seat)) || this.say('nobody');
			case 'each':
				return (value as unknown[]).map((item, seat) => `${this.name(seat)} ${item}`).join(', ');
		}
		const words = this.several(value, (token) => this.word(token, place.form)) || this.say('nothing');
		return SENTENCE_END.test(before) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
	}

	/** One of them in words, or a list of them as this language joins it. */
	private several(value: unknown, words: (item: unknown) => string): string {
		if (!Array.isArray(value)) return words(value);
		const all = value.map(words);
		const last = all.pop() ?? '';
		return all.length ? `${all.join(', ')} ${this.grammar.and} ${last}` : last;
	}
}

/** The branch that holds of this value; of a list its length counts. */
function branchOf({ form, branches }: Place, value: unknown): Parts {
	if (form === 'if') return branches[value ? 0 : 1] ?? [];
	const n = Array.isArray(value) ? value.length : value;
	return (n === 0 && branches.length > 2 ? branches[0] : branches.at(n === 1 ? -2 : -1)) ?? [];
}
