import { expect, it } from 'vitest';
import { drivenFor } from './driven';

const STAND_IN = { kind: 'table_stand_in', seat: 1 };
const BACK = { kind: 'table_back', seat: 1 };
const laid = (seat: number) => ({ kind: 'laid', seat });

it('tells what a robot did from when it took over, also to whoever has loaded the page anew', () => {
	const drove = [STAND_IN, laid(1), laid(0), BACK];
	expect(drivenFor([1], [], [laid(0), ...drove])).toEqual(drove);
	expect(drivenFor([1], [laid(0), ...drove.slice(0, 3)], [BACK])).toEqual(drove);
});

it('says nothing to others, nothing twice, and nothing of somebody who never left', () => {
	expect(drivenFor([0], [STAND_IN, laid(1)], [BACK])).toEqual([]);
	expect(drivenFor([1], [], [STAND_IN, laid(1), BACK, laid(1)])).toEqual([]);
	expect(drivenFor([1], [STAND_IN, laid(1), BACK], [laid(0)])).toEqual([]);
	expect(drivenFor([1], [laid(1)], [laid(0)])).toEqual([]);
});
