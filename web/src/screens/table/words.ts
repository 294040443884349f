// The line beside the hand in words, with what can be done about it.
import type { GameEvent, Play } from '../../contract';
import { t } from '../../i18n/texts.svelte';
import type { RoomNote } from '../../table/room';
import type { Noted } from './notes';

export interface Doings {
	takeOver(seat: number): void;
	/** Wait no longer for somebody who is away: a robot plays. */
	goOn(seat: number): void;
	talk(): void;
	/** Back to the result. */
	result(): void;
	again(): void;
	/** May this device start the next game? */
	seated: boolean;
	/** Where the game so far can be seen; empty where looking back is not allowed. */
	replay: string;
}

export function noteWords(noted: Noted, play: Play, doings: Doings): RoomNote {
	switch (noted.kind) {
		case 'looking': {
			const back = { label: t('result.back'), icon: 'back', run: doings.result };
			const again = { label: t('result.again'), icon: 'again', main: true, run: doings.again };
			return { words: t('result.over'), icon: 'crown', ways: doings.seated ? [back, again] : [back] };
		}
		case 'done': {
			const cheer = { label: t('table.cheer'), icon: 'speech', run: doings.talk };
			const look = { label: t('table.look_back'), icon: 'play', href: doings.replay };
			return { words: t('table.done'), icon: 'star', ways: doings.replay ? [cheer, look] : [cheer] };
		}
		case 'robot': {
			const take = { label: t('table.take_over'), icon: 'person', main: true, run: () => doings.takeOver(noted.seat) };
			return { words: t('table.robot_for_me'), icon: 'robot', ways: [take] };
		}
		case 'watching':
			return { words: t('table.watching'), icon: 'eye', ways: [] };
		case 'away':
		case 'waits': {
			const go = { label: t('table.go_on'), icon: 'robot', run: () => doings.goOn(noted.seat) };
			const words = play.say(noted.kind === 'away' ? 'table.gone' : 'table.gone_waits', { seat: noted.seat });
			return { words, icon: 'unplugged', ways: [go] };
		}
	}
}

/** So much is told of what was missed; more would not be read. */
const MOST = 3;

/** What happened while somebody was away, in one line; empty when nothing did. Where a robot played for them it is what that one did. */
export function meanwhileWords(play: Play, events: readonly GameEvent[]): string {
	const taken = events.find((event) => event.kind === 'table_stand_in' || event.kind === 'table_bot');
	const driven = taken !== undefined && play.local.includes(taken.seat as number);
	const told = driven
		? events.filter((event) => event.seat === taken.seat && !event.kind.startsWith('table_'))
		: events;
	const lines = told.map((event) => play.texts.event(event)).filter(Boolean);
	if (driven && !lines.length) return t('table.robot_waited');
	if (!lines.length) return '';
	const what = lines.slice(-MOST).join(' ');
	if (driven)
		return t(lines.length > MOST ? 'table.robot_played_more' : 'table.robot_played', { n: lines.length, what });
	return lines.length > MOST ? t('table.meanwhile_more', { n: lines.length, what }) : t('table.meanwhile', { what });
}
