// What people type or paste when they want to join: a code, or a whole link.
export const LENGTH = 4;

export type Meant = { kind: 'code'; code: string } | { kind: 'table'; path: string } | { kind: 'part'; code: string };

/** Big letters only: spaces, hyphens and small letters do no harm. */
export function tidy(typed: string): string {
	return typed
		.toUpperCase()
		.replace(/[^A-Z0-9]/g, '')
		.slice(0, LENGTH);
}

/** A link to a table keeps the invitation to a chair that stands behind its #. */
export function meant(typed: string): Meant {
	const link = typed.match(/\/t\/([\w-]+)(#[\w-]+)?/);
	if (link) return { kind: 'table', path: `/t/${link[1]}${link[2] ?? ''}` };
	const asked = typed.match(/[?&]code=([^&#\s]+)/);
	const code = tidy(asked ? decodeURIComponent(asked[1]!) : typed);
	return { kind: code.length === LENGTH ? 'code' : 'part', code };
}
