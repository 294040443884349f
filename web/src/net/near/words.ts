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
	| { kind: 'closed'; line: number }
	/** A hand that is held out until the guest needs it. */
	| { kind: 'spare'; text: string };

type Fields<Message extends { kind: string }> = Record<Message['kind'], Record<string, 'number' | 'string'>>;

const TO_HOST: Fields<ToHost> = {
	ask: { id: 'number', method: 'string', path: 'string', authorization: 'string', body: 'string' },
	dial: { line: 'number' },
	say: { line: 'number', text: 'string' },
	leave: { line: 'number' },
};

const TO_GUEST: Fields<ToGuest> = {
	answer: { id: 'number', status: 'number', media: 'string', body: 'string' },
	message: { line: 'number', text: 'string' },
	closed: { line: 'number' },
	spare: { text: 'string' },
};

/** Numbers are counted from one on: any other would not come back as it was. */
const is = (value: unknown, type: 'number' | 'string') =>
	type === 'number' ? Number.isSafeInteger(value) && (value as number) >= 0 : typeof value === 'string';

function taken<Message extends { kind: string }>(text: string, known: Fields<Message>): Message | null {
	try {
		const found = JSON.parse(text) as Record<string, unknown> | null;
		const fields = Object.hasOwn(known, String(found?.kind)) ? known[found?.kind as Message['kind']] : null;
		const whole = fields && Object.entries(fields).every(([name, type]) => is(found?.[name], type));
		return whole ? (found as Message) : null;
	} catch {
		return null;
	}
}

/** A message of a stranger, or null when it is none. */
export const fromGuest = (text: string): ToHost | null => taken(text, TO_HOST);

/** What comes from the device with the table, which is a stranger's as well. */
export const fromHost = (text: string): ToGuest | null => taken(text, TO_GUEST);
