// Python's machine code comes in two halves (`web/halves.mjs`): a game begins with the first, and the second follows when there is time.

/** A module with nothing in it but the way to a function of ours: only what modules give away can stand in their tables. */
const DOOR = new Uint8Array(
	[
		[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
		[1, 4, 1, 0x60, 0, 0],
		[2, 5, 1, 0, 0, 0, 0],
		[7, 4, 1, 0, 0, 0],
	].flat(),
);

export interface Fitted {
	/** As Python's own script wants to see it. */
	instance: WebAssembly.Instance;
	/** The second half is here. */
	join(rest: WebAssembly.Module): void;
}

/** The first half at work. Whoever calls a function that is not here gets the second half by `fetch`, and waits for it. */
export async function fitted(
	first: WebAssembly.Module,
	imports: WebAssembly.Imports,
	fetch: () => WebAssembly.Module,
): Promise<Fitted> {
	const { exports } = await WebAssembly.instantiate(first, imports);
	const there = exports['~there'] as WebAssembly.Global;
	const late = exports['~late'] as WebAssembly.Table;
	const join = (rest: WebAssembly.Module) => {
		if (there.value) return;
		// It fills the table itself.
		new WebAssembly.Instance(rest, { '': exports });
		there.value = 1;
	};
	const door = new WebAssembly.Instance(new WebAssembly.Module(DOOR), { '': { '': () => join(fetch()) } });
	late.set(0, door.exports['']);
	const own = Object.entries(exports).filter(([name]) => !name.startsWith('~'));
	return { instance: { exports: Object.fromEntries(own) }, join };
}
