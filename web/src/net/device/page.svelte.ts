// The page's end of its own table server: it starts the two workers, and carries requests and lines to the first.
import type { Carrier, Ends, Wire } from '../wire';
import type { Snag } from './patient';
import { Watch } from './watch';
import type { FromWorker, Guest, Life, Stage, ToThinker, ToWorker } from './words';
import workerScript from './worker?worker&url';

interface Own {
	stage: Stage | 'idle' | 'ready' | 'failed' | 'too_old';
	bytes: number;
	of: number;
	/** Why nothing comes just now. It goes on by itself. */
	snag: Snag;
	/** Somebody waits for it. */
	wanted: boolean;
	/** Why tables do not last: the key of a text. */
	trouble: string;
	/** There was such trouble, whether or not somebody has read it. */
	fleeting: boolean;
}

/** What a person may want to know about the server in this page. */
export const own: Own = $state({
	stage: 'idle',
	bytes: 0,
	of: 0,
	snag: '',
	wanted: false,
	trouble: '',
	fleeting: false,
});

/** Files of Python, and what never changes: games, texts, lessons. */
const folder = (name: string) => new URL(`${name}/`, document.baseURI).href;
/** What links for people begin with. */
const here = () => `${location.origin}${location.pathname}#`;

let completed = () => {};
let isComplete = false;
/** All of Python is here for the first time: what may wait until then is fetched from here on. */
export const complete = new Promise<void>((done) => {
	completed = done;
});

let numbers = 0;
const asked = new Map<number, (answer: Response) => void>();
const lines = new Map<number, Ends>();
/** What was said before the worker was ready. It is kept here, so that another worker may take its place until then. */
let unsaid: ToWorker[] = [];

const worker = new Watch<ToWorker, FromWorker>({
	script: workerScript,
	begin(made, check) {
		own.stage = 'fetching';
		made.postMessage({ kind: 'start', folder: folder('python'), base: here(), check } satisfies ToWorker);
	},
	hear,
	snag(snag) {
		own.snag = snag;
	},
	/** Whatever was shown is stored: the next question starts another one. */
	lost() {
		thinker.end();
		own.stage = 'idle';
		own.snag = '';
		for (const done of asked.values()) done(Response.error());
		asked.clear();
		const ended = [...lines.values()];
		lines.clear();
		for (const ends of ended) ends.closed();
	},
	/** Whoever waits may try again, and then has not waited in vain. */
	failed(why) {
		console.error(why);
		own.stage = 'failed';
	},
});

/** A second one, and the way to it. It starts behind the first, which has kept all pieces by then. */
const thinker = new Watch<ToThinker, Life>({
	script: workerScript,
	// A slow device may think for a while.
	looks: 7,
	begin(made, check) {
		const { port1, port2 } = new MessageChannel();
		made.postMessage({ kind: 'start', folder: folder('python'), port: port2, check } satisfies ToThinker, [port2]);
		worker.post({ kind: 'thinker', thinker: port1 }, [port1]);
		if (isComplete) made.postMessage({ kind: 'complete' } satisfies ToThinker);
	},
	hear(message) {
		if (message.kind === 'snag') own.snag = message.snag;
	},
	lost: () => thinker.start(),
	failed(why) {
		console.error(why);
		worker.post({ kind: 'alone' });
	},
});

function send(message: ToWorker): void {
	if (own.stage === 'ready') worker.post(message);
	else unsaid.push(message);
}

/** Start it, if it does not run. Everything that is asked meanwhile waits. */
export function wake(): void {
	if (worker.on) return;
	// As young as what Python needs (workers that are modules), and easier to ask for.
	if (typeof DecompressionStream === 'undefined') own.stage = 'too_old';
	else worker.start();
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

function hear(message: FromWorker): void {
	switch (message.kind) {
		case 'stage':
			own.stage = message.stage;
			own.bytes = message.bytes;
			own.of = message.of;
			own.snag = message.snag;
			break;
		case 'snag':
			own.snag = message.snag;
			break;
		case 'ready':
			own.stage = 'ready';
			for (const waiting of unsaid) worker.post(waiting);
			unsaid = [];
			thinker.start();
			break;
		case 'complete':
			isComplete = true;
			completed();
			thinker.post({ kind: 'complete' });
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
		if (!worker.on) throw new TypeError('no worker in this browser');
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
			get coming() {
				return own.stage !== 'ready';
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
