// What people type or paste when they want to join: a code, or a whole link.

// How many letters a code has that begins with no Y, one, two, three: no code is the beginning of another, so the last letter
// is known when it is typed.
const LENGTHS = [4, 5, 7, 9];

/** How many letters this code will have, by the first ones. */
export function lengthOf(code: string): number {
	return LENGTHS[code.match(/^Y{0,3}/)![0].length]!;
}

export type Meant = { kind: 'code'; code: string } | { kind: 'table'; path: string } | { kind: 'part'; code: string };

/** Big letters only: spaces, hyphens and small letters do no harm. */
export function tidy(typed: string): string {
	const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
	return letters.slice(0, lengthOf(letters));
}

/** A link to a table keeps the invitation to a chair that stands behind its #. */
export function meant(typed: string): Meant {
	const link = typed.match(/\/t\/([\w-]+)(#[\w-]+)?/);
	if (link) return { kind: 'table', path: `/t/${link[1]}${link[2] ?? ''}` };
	const asked = typed.match(/[?&]code=([^&#\s]+)/);
	const code = tidy(asked ? decodeURIComponent(asked[1]!) : typed);
	return { kind: code.length === lengthOf(code) ? 'code' : 'part', code };
}
