// A game that brings no table of its own: everything that the house asks of a game, from its spread and its faces.
import { type Game, type GameEvent, game, type PillFact, type Play } from '../../contract';
import type { Fact } from '../../net/shapes';
import { backOf, type Faces, type WithFaces } from './faces';
import { small } from './small';
import { type Shown, spreadOf } from './spread';
import Table from './Table.svelte';
import { tell } from './tell';

/** Where an event brings no moves, cards fly to where they truly lie: slowly enough to be seen. */
const SETTLE = 420;

export function general(id: string, faces: Faces, hands: boolean): Game & WithFaces {
	const back = backOf(id);
	return {
		...game<Shown, GameEvent>({
			id,
			Table,
			tell,
			settle: SETTLE,
			back,
			pill,
			turn: (view) => spreadOf(view).turn ?? -1,
			hands,
			result: 'web.result',
			moments: [],
			small: (event, view) => small(event, view, faces, back),
		}),
		faces,
	};
}

function pill(view: Shown, seat: number, play: Play): PillFact {
	const all = spreadOf(view).facts;
	// Before anybody has points, nobody needs to read that there are none.
	const counted = all.some((own) => own.some((fact) => fact.icon === 'star' && fact.n !== 0));
	const facts = (all[seat] ?? []).filter((fact, i) => fact.icon !== 'star' || counted || i === 0);
	const [first = '', ...more] = facts.map((fact) => said(fact, play));
	const cards = facts.find((fact) => fact.icon === 'cards');
	return {
		text: first,
		...(more.length ? { more: more.join(', ') } : {}),
		backs: more.length ? 0 : (cards?.n ?? 0),
		ready: isReady(seat, play),
		numbers: facts.map((fact) => ({ icon: fact.icon, text: String(fact.n) })),
	};
}

const said = ({ icon, n }: Fact, play: Play): string => play.say(`general.${icon}`, { n });

/** All choose at the same time, and this one has chosen. */
function isReady(seat: number, play: Play): boolean {
	const ask = play.ask;
	return !!ask && ask.seats.length > 1 && ask.seats.includes(seat) && !ask.awaited.includes(seat);
}
