// The places of a text, read as tailback.texts.places reads them.

export interface Place {
	name: string;
	/** How it is filled in; empty: as it is. */
	form: string;
	branches: Parts[];
}

export type Parts = (string | Place)[];

const HEAD = /\{(\w+)(?::(\w+))?/y;
const known = new Map<string, Parts>();

/** The plain words and the places of a text. One that cannot be read stands there as it is. */
export function parse(text: string): Parts {
	let parts = known.get(text);
	if (!parts) {
		const reader = new Reader(text);
		parts = reader.run('');
		if (reader.broken) parts = [text];
		known.set(text, parts);
	}
	return parts;
}

class Reader {
	at = 0;
	broken = false;

	constructor(readonly text: string) {}

	/** Words and places from here to one of the signs that stop it, or to the end. */
	run(stops: string): Parts {
		const parts: Parts = [];
		let words = '';
		let depth = 0;
		while (this.at < this.text.length && !this.broken) {
			const sign = this.text.charAt(this.at);
			if (!depth && stops.includes(sign)) break;
			if (sign === '{') {
				if (words) parts.push(words);
				words = '';
				parts.push(this.place());
				continue;
			}
			if (stops) depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
			words += sign;
			this.at++;
		}
		if (words) parts.push(words);
		return parts;
	}

	private place(): Place {
		HEAD.lastIndex = this.at;
		const head = HEAD.exec(this.text);
		const place: Place = { name: head?.[1] ?? '', form: head?.[2] ?? '', branches: [] };
		this.at += head?.[0].length ?? 0;
		if (this.text[this.at] === '(') {
			while ('(|'.includes(this.text[this.at] ?? ' ')) {
				this.at++;
				place.branches.push(this.run('|)'));
			}
			this.step(')');
		}
		this.step('}');
		if (!head) this.broken = true;
		return place;
	}

	private step(sign: string): void {
		if (this.text[this.at] !== sign) this.broken = true;
		this.at++;
	}
}

/** The parameters that a text needs. */
export function mentioned(parts: Parts): string[] {
	return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name, ...part.branches.flatMap(mentioned)]));
}
