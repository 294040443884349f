// The one sentence of Pit Stop's table where it names somebody: who sends a fine, who wants to swap.
import type { Play } from '../../contract';
import type { Shown } from './tell';

/** Who laid the Service that waits; null after a reload, when nothing of it was seen. */
function servedBy(play: Play): number | null {
	const event = play.log.findLast((one) => (one.kind === 'laid' || one.kind === 'countered') && 'seat' in one);
	return event && String(event.card).endsWith('-Sv') ? Number(event.seat) : null;
}

/** Words for the prompt line; undefined for the usual ones. `passes`: some card passes the penalty on. */
export function promptOf(play: Play, passes: boolean): string | undefined {
	if (!play.awaited) return undefined;
	const view = play.truth as unknown as Shown;
	switch (play.ask?.kind) {
		case 'fine': {
			const sender = view.pending?.chain.at(-1);
			const n = view.pending?.cards ?? 0;
			if (sender === undefined || sender === play.me) return undefined;
			return play.say(passes ? 'web.fine_from' : 'web.fine_only', { sender, n });
		}
		case 'service': {
			const sender = servedBy(play);
			if (sender === null || sender === play.me) return undefined;
			return play.say(passes ? 'web.service_from' : 'web.service_only', { sender });
		}
		case 'exchange_reply':
			return view.exchange ? play.say('web.swap_from', { sender: view.exchange.seat }) : undefined;
		default:
			return undefined;
	}
}
