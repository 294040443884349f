// The way the Police car is seen to drive: along the road, or straight from station to station.
import type { TraficTurboBoard } from '../../net/shapes';
import { type Cell, cellOf, gap, isStation, type Shown, spaceOf, wrap } from './view';

/** Longer chases are shortened: nobody waits for the Police. */
const MOST = 9;

function greyOf(board: TraficTurboBoard, station: string): Cell[] {
	return board.stations.find((one) => one.id === station)?.grey ?? [];
}

const steps = (board: TraficTurboBoard, a: Cell, b: Cell): number =>
	Math.abs(gap(a[1], b[1], board.columns)) + Math.abs(a[0] - b[0]);

function nearest(board: TraficTurboBoard, station: string, to: Cell): Cell {
	const [first, ...rest] = greyOf(board, station);
	return rest.reduce((best, cell) => (steps(board, cell, to) < steps(board, best, to) ? cell : best), first ?? to);
}

/** Column by column, changing lanes on the way. */
export function along(board: TraficTurboBoard, from: Cell, to: Cell): Cell[] {
	const way: Cell[] = [];
	let [lane, col] = from;
	const onward = Math.sign(gap(col, to[1], board.columns));
	while (col !== to[1] || lane !== to[0]) {
		if (col !== to[1]) col = wrap(col + onward, board.columns);
		else lane += Math.sign(to[0] - lane);
		way.push([lane, col]);
	}
	return way;
}

/** The places after the first, the last one being where it goes. */
export function policeWay(view: Shown, to: string): string[] {
	const { board, police: from } = view;
	if (from === to) return [to];
	if (isStation(from) && isStation(to)) return [to];
	if (isStation(to)) {
		const start = cellOf(from);
		return shortened([...along(board, start, nearest(board, to, start)).map(spaceOf), to]);
	}
	const end = cellOf(to);
	if (!isStation(from)) return shortened(along(board, cellOf(from), end).map(spaceOf));
	// From one station to any other is one space: it leaves by the one that is nearest.
	const gates = board.stations.map((station) => ({ id: station.id, cell: nearest(board, station.id, end) }));
	const price = (gate: { id: string; cell: Cell }) => steps(board, gate.cell, end) + (gate.id === from ? 0 : 1);
	const gate = gates.reduce((best, one) => (price(one) < price(best) ? one : best), gates[0]!);
	const way = [spaceOf(gate.cell), ...along(board, gate.cell, end).map(spaceOf)];
	return shortened(gate.id === from ? way : [gate.id, ...way]);
}

function shortened(way: string[]): string[] {
	return way.length > MOST ? [...way.slice(0, 3), ...way.slice(-(MOST - 3))] : way;
}
