// The table server of this page: Python in a worker of its own. `src/tailback/device/house.py` does the work.
import type { PyodideInterface } from 'pyodide';
import { startPython } from './python';
import { Shelf } from './shelf';
import type { Answer, FromWorker, Guest, Thought, ToWorker } from './words';

interface Said {
	status: number;
	media: string;
	body: string;
	destroy(): void;
}

interface Port {
	said(text: string): void;
	left(): void;
	destroy(): void;
}

/** Who answers: the page's own device, or what of it a guest may reach. */
interface Answers {
	ask(method: string, path: string, authorization: string, body: string): Promise<Said>;
	connect(send: (text: string) => void, close: () => void): Port;
}

interface GuestOf extends Answers {
	gone(): void;
	destroy(): void;
}

interface Device extends Answers {
	start(): Promise<void>;
	news(said: string): void;
	guest(table: string): GuestOf;
}

/** A robot that has not answered by then never will. */
const THOUGHT_MS = 20_000;

const tell = (message: FromWorker) => postMessage(message);

const lines = new Map<number, Port>();
const guests = new Map<number, GuestOf>();
let device: Promise<Device> | undefined;

/** A thought under way in the second worker, or waiting until there is one. */
interface Waiting extends Thought {
	done: (action: number) => void;
	fail: (why: Error) => void;
}

let thinker: MessagePort | undefined;
let numbers = 0;
const thoughts = new Map<number, Waiting>();

/** What the one before had in hand is lost with it; what waited for the first one is asked now. */
function useThinker(port: MessagePort): void {
	const lost = thinker ? [...thoughts.values()] : [];
	thinker = port;
	for (const { id, fail } of lost) {
		thoughts.delete(id);
		fail(new Error('another one'));
	}
	for (const { id, said } of thoughts.values()) port.postMessage({ id, said } satisfies Thought);
	port.onmessage = ({ data }: MessageEvent<Answer>) => {
		const waiting = thoughts.get(data.id);
		thoughts.delete(data.id);
		if (data.action === null) waiting?.fail(new Error('no thought'));
		else waiting?.done(data.action);
	};
}

function think(said: string): Promise<number> {
	const id = ++numbers;
	const late = setTimeout(() => tell({ kind: 'stuck' }), THOUGHT_MS);
	return new Promise<number>((done, fail) => {
		thoughts.set(id, { id, said, done, fail });
		thinker?.postMessage({ id, said } satisfies Thought);
	}).finally(() => clearTimeout(late));
}

async function start(folder: string, base: string): Promise<Device> {
	const python: PyodideInterface = await startPython(
		new URL(folder),
		(bytes, of) => tell({ kind: 'stage', stage: 'fetching', bytes, of }),
		() => tell({ kind: 'stage', stage: 'starting', bytes: 0, of: 0 }),
	);
	let made: Device | undefined;
	const shelf = new Shelf(undefined, (news) => made?.news(news));
	const outside = {
		shelf: (what: string, words: string) => shelf.ask(what, words),
		trouble: (key: string) => tell({ kind: 'trouble', key }),
		think,
	};
	const house = python.pyimport('tailback.device.house');
	tell({ kind: 'stage', stage: 'opening', bytes: 0, of: 0 });
	made = house.Device(outside, base) as Device;
	await made.start();
	tell({ kind: 'ready' });
	return made;
}

/** A guest is known from the first thing that it asks on. */
function answering(house: Device, guest: Guest | undefined): Answers {
	if (!guest) return house;
	const found = guests.get(guest.id) ?? house.guest(guest.table);
	guests.set(guest.id, found);
	return found;
}

async function obey(message: ToWorker): Promise<void> {
	if (message.kind === 'start') {
		device = start(message.folder, message.base);
		device.catch((error: unknown) => tell({ kind: 'failed', why: String(error) }));
		return;
	}
	if (message.kind === 'thinker') {
		useThinker(message.thinker);
		return;
	}
	if (message.kind === 'ping') {
		tell({ kind: 'pong' });
		return;
	}
	const house = await device;
	if (!house) return;
	switch (message.kind) {
		case 'ask': {
			const said = await answering(house, message.guest).ask(
				message.method,
				message.path,
				message.authorization,
				message.body,
			);
			tell({ kind: 'answer', id: message.id, status: said.status, media: said.media, body: said.body });
			said.destroy();
			break;
		}
		case 'dial': {
			const { line } = message;
			const close = () => {
				if (lines.delete(line)) tell({ kind: 'closed', line });
			};
			lines.set(
				line,
				answering(house, message.guest).connect((text) => tell({ kind: 'message', line, text }), close),
			);
			break;
		}
		case 'gone':
			guests.get(message.guest.id)?.gone();
			guests.get(message.guest.id)?.destroy();
			guests.delete(message.guest.id);
			break;
		case 'say':
			lines.get(message.line)?.said(message.text);
			break;
		case 'leave':
			lines.get(message.line)?.left();
			lines.delete(message.line);
			break;
	}
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
	obey(data).catch((error: unknown) => {
		console.error(error);
		// Python itself has broken down, and says so from now on whatever it is asked.
		if (String(error).includes('fatally failed')) tell({ kind: 'failed', why: String(error) });
		else if (data.kind === 'ask') tell({ kind: 'answer', id: data.id, status: 500, media: '', body: '' });
	});
});
