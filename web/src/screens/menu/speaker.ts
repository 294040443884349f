import type { Play } from '../../contract';
import type { Session } from '../../session.svelte';

/** Who speaks, of the people at this device: whoever looks, else the first of them; null: nobody here has a seat. */
export function speakerOf(session: Session, play: Play | null): number | null {
	return play?.me != null && session.local.includes(play.me) ? play.me : (session.local[0] ?? null);
}
