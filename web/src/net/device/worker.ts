// The table server of this page: Python in a worker of its own. `src/tailback/device/house.py` does the work.
import type { PyodideInterface } from 'pyodide';
import { begun } from './alive';
import { Shelf } from './shelf';
import './thinker';
import type { Answer, FromWorker, Guest, Ping, Thought, ToThinker, ToWorker } from './words';

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

/** How long the rest of Python lets what is shown first go before it. */
const BREATH = 4000;

const tell = (message: FromWorker) => postMessage(message);

const lines = new Map<number, Port>();
const guests = new Map<number, GuestOf>();
let device: Promise<Device> | undefined;
let python: PyodideInterface | undefined;

/** A thought under way in the second worker, or waiting until there is one. */
interface Waiting extends Thought {
	done: (action: number) => void;
	fail: (why: Error) => void;
}

type Choose = (said: string) => number;

let thinker: MessagePort | undefined;
/** Where there is no second worker. */
let choose: Choose | undefined;
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

async function think(said: string): Promise<number> {
	if (choose) return choose(said);
	const id = ++numbers;
	return new Promise<number>((done, fail) => {
		thoughts.set(id, { id, said, done, fail });
		thinker?.postMessage({ id, said } satisfies Thought);
	});
}

/** What waited for the second worker is thought about here. */
function thinkHere(python: PyodideInterface): void {
	const own = python.pyimport('tailback.device.thinking').choose as Choose;
	choose = own;
	for (const { id, said, done } of thoughts.values()) {
		thoughts.delete(id);
		done(own(said));
	}
}

async function opened(python: PyodideInterface, base: string): Promise<Device> {
	let made: Device | undefined;
	const shelf = new Shelf(undefined, (news) => made?.news(news));
	const outside = {
		shelf: (what: string, words: string) => shelf.ask(what, words),
		trouble: (key: string) => tell({ kind: 'trouble', key }),
		think,
	};
	made = python.pyimport('tailback.device.house').Device(outside, base) as Device;
	await made.start();
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
		device = begun(
			message.folder,
			message.check,
			(made) => {
				python = made;
				return opened(made, message.base);
			},
			async (complete) => {
				// The table that is opened now has the line first.
				await new Promise((done) => setTimeout(done, BREATH));
				await complete();
				tell({ kind: 'complete' });
			},
		);
		device.catch(console.error);
		return;
	}
	if (message.kind === 'thinker') {
		useThinker(message.thinker);
		return;
	}
	if (message.kind === 'alone') {
		if (python) thinkHere(python);
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
			let open = true;
			const close = () => {
				open = false;
				lines.delete(line);
				tell({ kind: 'closed', line });
			};
			const port = answering(house, message.guest).connect((text) => tell({ kind: 'message', line, text }), close);
			// A guest with too many lines is sent away at once.
			if (open) lines.set(line, port);
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

addEventListener('message', ({ data }: MessageEvent<ToWorker | ToThinker | Ping>) => {
	// This one is a thinker's, or nobody's.
	if (data.kind === 'ping' || data.kind === 'complete' || (data.kind === 'start' && 'port' in data)) return;
	obey(data).catch((error: unknown) => {
		console.error(error);
		// Python itself has broken down, and says so from now on whatever it is asked.
		if (String(error).includes('fatally failed')) tell({ kind: 'failed', why: String(error) });
		else if (data.kind === 'ask') tell({ kind: 'answer', id: data.id, status: 500, media: '', body: '' });
	});
});
