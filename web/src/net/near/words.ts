// What a guest and the page with the table say to each other, as JSON.

export type ToHost =
	| { kind: 'ask'; id: number; method: string; path: string; authorization: string; body: string }
	| { kind: 'dial'; line: number }
	| { kind: 'say'; line: number; text: string }
	| { kind: 'leave'; line: number };

export type ToGuest =
	/** Status 0: the table could not be asked. */
	| { kind: 'answer'; id: number; status: number; media: string; body: string }
	| { kind: 'message'; line: number; text: string }
	| { kind: 'closed'; line: number };

const FIELDS: Record<ToHost['kind'], Record<string, 'number' | 'string'>> = {
	ask: { id: 'number', method: 'string', path: 'string', authorization: 'string', body: 'string' },
	dial: { line: 'number' },
	say: { line: 'number', text: 'string' },
	leave: { line: 'number' },
};

/** A message of a stranger, or null when it is none. */
export function fromGuest(text: string): ToHost | null {
	try {
		const found = JSON.parse(text) as Record<string, unknown> | null;
		const fields = Object.hasOwn(FIELDS, String(found?.kind)) ? FIELDS[found?.kind as ToHost['kind']] : null;
		const whole = fields && Object.entries(fields).every(([name, type]) => typeof found?.[name] === type);
		return whole ? (found as ToHost) : null;
	} catch {
		return null;
	}
}
