// A page without a server that was handed out by one: is that one there?
import { HERE } from '../net/address';
import { ALONE } from '../net/carrier';
import type { Alive } from '../net/protocol';

/** This page plays alone, and a server handed it out. */
export const BELOW = ALONE && location.pathname === HERE;

const PATIENCE = 4000;

/** Whoever else may answer at its address does not count. */
export async function serverAnswers(): Promise<boolean> {
	try {
		const answer = await fetch('/health/alive', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
		return answer.ok && ((await answer.json()) as Alive).alive === true;
	} catch {
		return false;
	}
}
