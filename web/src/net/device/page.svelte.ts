// The page's end of its own table server: it starts the two workers, and carries requests and lines to the first.
import type { Carrier, Ends, Wire } from '../wire';
import type { FromWorker, Guest, Stage, ToThinker, ToWorker } from './words';

interface Own {
	stage: Stage | 'idle' | 'ready' | 'failed' | 'too_old';
	bytes: number;
	of: number;
	/** Somebody waits for it. */
	wanted: boolean;
	/** Why tables do not last: the key of a text. */
	trouble: string;
	/** There was such trouble, whether or not somebody has read it. */
	fleeting: boolean;
}

/** What a person may want to know about the server in this page. */
export const own: Own = $state({ stage: 'idle', bytes: 0, of: 0, wanted: false, trouble: '', fleeting: false });

const LOOK = 3000;
const SILENT = 10_000;

/** Files of Python, and what never changes: games, texts, lessons. */
const folder = (name: string) => new URL(`${name}/`, document.baseURI).href;

let stands = () => {};
/** It stands for the first time: what may wait until then is fetched from here on. */
export const ready = new Promise<void>((done) => {
	stands = done;
});

let worker: Worker | undefined;
let thinker: Worker | undefined;
let numbers = 0;
let heard = 0;
let watched = false;
const asked = new Map<number, (answer: Response) => void>();
const lines = new Map<number, Ends>();

const send = (message: ToWorker, transfer: Transferable[] = []) => worker?.postMessage(message, transfer);

/** A second worker, in place of the one there may be, and the way to it. It starts behind the first, which has kept all pieces by then. */
function newThinker(): void {
	thinker?.terminate();
	thinker = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' });
	const { port1, port2 } = new MessageChannel();
	thinker.postMessage({ kind: 'start', folder: folder('python'), port: port2 } satisfies ToThinker, [port2]);
	send({ kind: 'thinker', thinker: port1 }, [port1]);
}

/** Start it, if it does not run. Everything that is asked meanwhile waits. */
export function wake(): void {
	if (worker) return;
	// As young as what Python needs (workers that are modules), and easier to ask for.
	if (typeof DecompressionStream === 'undefined') {
		own.stage = 'too_old';
		return;
	}
	own.stage = 'fetching';
	worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
	worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
	worker.onerror = () => crashed();
	heard = Date.now();
	if (!watched) setInterval(look, LOOK);
	watched = true;
	send({ kind: 'start', folder: folder('python'), base: here() });
}

function want(): void {
	own.wanted = true;
	wake();
}

/** Once the first screen stands: whoever taps a game should not wait. Where bytes are dear it waits for that tap. */
export function fetchAhead(): void {
	const line = (navigator as { connection?: { saveData?: boolean } }).connection;
	if (line?.saveData) return;
	if (typeof requestIdleCallback === 'function') requestIdleCallback(wake, { timeout: 2000 });
	else setTimeout(wake, 500);
}

/** What links for people begin with. */
const here = () => `${location.origin}${location.pathname}#`;

/** A worker that was ended by the browser says nothing: it is asked now and then whether it is still there. */
function look(): void {
	if (own.stage !== 'ready') return;
	if (Date.now() - heard > SILENT) crashed();
	else send({ kind: 'ping' });
}

/** The worker is gone. Whatever was shown is stored: the next question starts another one. */
function crashed(): void {
	const stage = own.stage === 'ready' ? 'idle' : 'failed';
	worker?.terminate();
	thinker?.terminate();
	worker = thinker = undefined;
	own.stage = stage;
	for (const done of asked.values()) done(Response.error());
	asked.clear();
	const ended = [...lines.values()];
	lines.clear();
	for (const ends of ended) ends.closed();
}

function hear(message: FromWorker): void {
	heard = Date.now();
	switch (message.kind) {
		case 'stage':
			own.stage = message.stage;
			own.bytes = message.bytes;
			own.of = message.of;
			break;
		case 'ready':
			own.stage = 'ready';
			stands();
			newThinker();
			break;
		case 'failed':
			console.error(message.why);
			crashed();
			break;
		case 'answer': {
			const body = message.status === 204 ? null : message.body;
			asked.get(message.id)?.(
				new Response(body, { status: message.status, headers: { 'Content-Type': message.media } }),
			);
			asked.delete(message.id);
			break;
		}
		case 'message':
			lines.get(message.line)?.message(message.text);
			break;
		case 'closed':
			lines.get(message.line)?.closed();
			lines.delete(message.line);
			break;
		case 'trouble':
			own.trouble = message.key;
			own.fleeting = true;
			break;
		case 'stuck':
			newThinker();
	}
}

/** What is the same for everybody lies beside the page as a file: nobody waits for Python to read it. */
const LASTING = /^\/api\/(games|texts|lessons|boards)(\/|$)/;

/** To the worker, for this page or for a guest. */
const way = (guest?: Guest): Carrier => ({
	async ask(method, path, authorization, body) {
		// Whether a set-up is possible is asked while somebody still chooses: nobody waits for that.
		if (path === '/api/check') wake();
		else want();
		if (!worker) throw new TypeError('no worker in this browser');
		const id = ++numbers;
		const answer = await new Promise<Response>((done) => {
			asked.set(id, done);
			send({ kind: 'ask', id, method, path, authorization, body: body ?? '', guest });
		});
		if (answer.type === 'error') throw new TypeError('the worker is gone');
		return answer;
	},

	dial(ends: Ends): Wire {
		want();
		const line = ++numbers;
		lines.set(line, ends);
		send({ kind: 'dial', line, guest });
		queueMicrotask(() => ends.opened());
		return {
			send: (text) => send({ kind: 'say', line, text }),
			close: () => {
				lines.delete(line);
				send({ kind: 'leave', line });
			},
			get open() {
				return lines.has(line);
			},
		};
	},
});

const mine = way();

export const device: Carrier = {
	async ask(method, path, authorization, body) {
		if (method === 'GET' && LASTING.test(path)) return fetch(new URL(`data${path.slice(4)}.json`, document.baseURI));
		return mine.ask(method, path, authorization, body);
	},
	dial: mine.dial,
};

/** For another device that has come to this table, until it leaves. */
export function guestWay(table: string): Carrier & { leave(): void } {
	const guest: Guest = { id: ++numbers, table };
	return { ...way(guest), leave: () => send({ kind: 'gone', guest }) };
}
