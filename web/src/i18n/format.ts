// The shared catalogues in the browser: the same places and forms as in tailback.texts.
export type Params = Record<string, unknown>;
export type Catalogue = Record<string, unknown>;

const PLACE = /\{(\w+)(?::(\w+)(?:\(([^()]*)\))?)?\}/g;

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
		return found.replace(PLACE, (_, name: string, form?: string, choices?: string) =>
			this.fill(name, form, choices, params),
		);
	}

	/** `web.events` has shorter words where all is seen. */
	event(seen: { kind: string; [more: string]: unknown }): string {
		return this.has(`web.events.${seen.kind}`) ? this.say(`web.events.${seen.kind}`, seen) : this.whole(seen);
	}

	/** Everything there is to say of it; `events.<kind>_seen` is for those who also see the secret part. */
	whole(seen: { kind: string; [more: string]: unknown }): string {
		const own = this.raw(`events.${seen.kind}_seen`);
		if (typeof own === 'string' && [...own.matchAll(PLACE)].every((place) => place[1]! in seen)) {
			return this.say(`events.${seen.kind}_seen`, seen);
		}
		return this.has(`events.${seen.kind}`) ? this.say(`events.${seen.kind}`, seen) : '';
	}

	name(seat: unknown): string {
		return this.names[Number(seat)] ?? this.say('nobody');
	}

	/** A token in words: itself in `words`, or a colour letter and a kind (`R-T2`). */
	word(token: unknown): string {
		const text = String(token);
		const found = this.raw(`words.${text}`);
		if (typeof found === 'string') return found;
		const colour = 'RBGY'.includes(text.charAt(0)) ? this.raw(`words.${text.charAt(0)}`) : undefined;
		if (text.length > 1 && typeof colour === 'string') {
			const kind = text.slice(1).replace(/^-+/, '');
			const named = this.raw(`words.${kind}`);
			return `${colour} ${typeof named === 'string' ? named : kind}`;
		}
		return text;
	}

	private fill(name: string, form: string | undefined, choices: string | undefined, params: Params): string {
		const value = params[name];
		const items = Array.isArray(value) ? value : [];
		switch (form) {
			case undefined:
				return Array.isArray(value) ? items.join(', ') : String(value ?? '');
			case 'word':
				return this.word(value);
			case 'words':
				return items.map((item) => this.word(item)).join(', ') || this.say('nothing');
			case 'name':
				return this.name(value);
			case 'names':
				return items.map((item) => this.name(item)).join(', ');
			case 'each':
				return items.map((item, seat) => `${this.name(seat)} ${item}`).join(', ');
			case 'plural':
				return (choices ?? '').split(',')[value === 1 ? 0 : 1] ?? '';
			case 'if':
				return (choices ?? '').split(',')[value ? 0 : 1] ?? '';
			default:
				return '';
		}
	}
}
