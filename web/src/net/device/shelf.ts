// The tables of this device in IndexedDB, which all tabs of this address share. `src/tailback/device/shelf.py` asks, in words: the
// name of a question and its arguments as JSON, and gets JSON back. Each question is one transaction, so none is done by halves.

const NAME = 'tailback';
const VERSION = 1;
const TABLES = 'tables';
const ROWS = 'rows';
const SNAPSHOTS = 'snapshots';

interface Kept {
	id: string;
	/** Missing where there is none: then it is not in the index. */
	code?: string;
	created: number;
	touched: number;
	rows: number;
}

/** What another tab should know. Without a table: somebody shouts. */
export interface News {
	table?: string;
	rows?: number;
	text?: string;
}

class Conflict extends Error {
	override name = 'conflict';
}

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
	new Promise((done, fail) => {
		request.onsuccess = () => done(request.result);
		request.onerror = () => fail(request.error);
	});

/** The rows of one table from `from` on. */
const since = (table: string, from: number) => IDBKeyRange.bound([table, from], [table, Number.POSITIVE_INFINITY]);

const entry = (kept: Kept) => [kept.id, kept.code ?? null, kept.created, kept.touched, kept.rows];

export class Shelf {
	private db: IDBDatabase | undefined;
	private readonly channel: BroadcastChannel | undefined;

	constructor(
		private readonly name = NAME,
		hear: (news: string) => void = () => {},
	) {
		if (typeof BroadcastChannel === 'undefined') return;
		this.channel = new BroadcastChannel(name);
		this.channel.onmessage = (event: MessageEvent<string>) => hear(event.data);
	}

	/** One question. What goes wrong is told by its name. */
	async ask(what: string, words: string): Promise<string> {
		try {
			const question = QUESTIONS[what];
			if (!question) throw new Error(`no question ${what}`);
			return JSON.stringify({ value: (await question(this, ...(JSON.parse(words) as never[]))) ?? null });
		} catch (error) {
			return JSON.stringify({ error: (error as Error | null)?.name || 'Error' });
		}
	}

	async open(): Promise<void> {
		const request = indexedDB.open(this.name, VERSION);
		request.onupgradeneeded = () => {
			const db = request.result;
			db.createObjectStore(TABLES, { keyPath: 'id' }).createIndex('code', 'code', { unique: true });
			db.createObjectStore(ROWS);
			db.createObjectStore(SNAPSHOTS);
		};
		this.db = await asked(request);
		// A newer page wants to change the shelf: it must not wait for us. What is asked next opens it again, or says that it cannot.
		this.db.onversionchange = () => this.close();
		this.db.onclose = () => this.close();
	}

	close(): void {
		this.db?.close();
		this.db = undefined;
	}

	tell(news: News): void {
		this.channel?.postMessage(JSON.stringify(news));
	}

	/** All of it, or nothing: on return it is on the disk. */
	async within<T>(mode: IDBTransactionMode, work: (of: (name: string) => IDBObjectStore) => Promise<T>): Promise<T> {
		if (!this.db) await this.open();
		const db = this.db as IDBDatabase;
		const deal = db.transaction([TABLES, ROWS, SNAPSHOTS], mode, { durability: 'strict' });
		const over = new Promise<void>((done, fail) => {
			deal.oncomplete = () => done();
			deal.onabort = () => fail(deal.error ?? new DOMException('aborted', 'AbortError'));
		});
		// Whoever fails below says so; this promise is looked at only after that.
		over.catch(() => {});
		let value: T;
		try {
			value = await work((name) => deal.objectStore(name));
		} catch (error) {
			try {
				deal.abort();
			} catch {
				// It has ended by itself.
			}
			// The reason why nothing could be written is better known to the transaction than to one request of it.
			throw error instanceof Conflict ? error : (deal.error ?? error);
		}
		await over;
		return value;
	}

	read<T>(work: (of: (name: string) => IDBObjectStore) => Promise<T>): Promise<T> {
		return this.within('readonly', work);
	}

	write<T>(work: (of: (name: string) => IDBObjectStore) => Promise<T>): Promise<T> {
		return this.within('readwrite', work);
	}
}

const found = (of: (name: string) => IDBObjectStore, table: string): Promise<Kept | undefined> =>
	asked(of(TABLES).get(table));

// biome-ignore lint/suspicious/noExplicitAny: the words are what the Python side says they are
const QUESTIONS: Record<string, (shelf: Shelf, ...words: any[]) => Promise<unknown> | unknown> = {
	open: (shelf) => shelf.open(),
	close: (shelf) => shelf.close(),

	create: async (shelf, table: string, rows: string[], now: number) => {
		await shelf.write(async (of) => {
			if (await found(of, table)) throw new Conflict();
			of(TABLES).put({ id: table, created: now, touched: now, rows: rows.length } satisfies Kept);
			rows.forEach((row, n) => void of(ROWS).put(row, [table, n]));
		});
	},

	append: async (shelf, table: string, n: number, row: string) => {
		await shelf.write(async (of) => {
			const kept = await found(of, table);
			if (kept?.rows !== n) throw new Conflict();
			of(ROWS).put(row, [table, n]);
			of(TABLES).put({ ...kept, rows: n + 1 });
		});
		shelf.tell({ table, rows: n + 1 });
	},

	rows: (shelf, table: string, from: number) => shelf.read((of) => asked(of(ROWS).getAll(since(table, from)))),

	opening: (shelf, table: string, recent: number) =>
		shelf.read(async (of) => {
			const rows = (await found(of, table))?.rows ?? 0;
			const snapshots = (await asked(of(SNAPSHOTS).getAllKeys(since(table, 0)))) as [string, number][];
			const n = Math.max(0, ...snapshots.map(([, at]) => at).filter((at) => at <= rows - recent));
			const snapshot = n ? await asked(of(SNAPSHOTS).get([table, n])) : null;
			return [n, snapshot, await asked(of(ROWS).getAll(since(table, n)))];
		}),

	/** The newest one and the one before it stay. */
	keep: (shelf, table: string, n: number, snapshot: string) =>
		shelf.write(async (of) => {
			if (!(await found(of, table))) return;
			if (!(await asked(of(SNAPSHOTS).getKey([table, n])))) of(SNAPSHOTS).put(snapshot, [table, n]);
			const all = await asked(of(SNAPSHOTS).getAllKeys(since(table, 0)));
			for (const old of all.slice(0, -2)) of(SNAPSHOTS).delete(old);
		}),

	claim: (shelf, table: string, code: string, now: number, stale: number) =>
		shelf.write(async (of) => {
			const holder: Kept | undefined = await asked(of(TABLES).index('code').get(code));
			if (holder && holder.id !== table && holder.touched >= stale) return false;
			const kept = await found(of, table);
			if (!kept) return false;
			if (holder && holder.id !== table) {
				delete holder.code;
				await asked(of(TABLES).put(holder));
			}
			of(TABLES).put({ ...kept, code, touched: Math.max(kept.touched, now) });
			return true;
		}),

	release: (shelf, stale: number, unused: number, opened: number, most: number) =>
		shelf.write(async (of) => {
			const named: Kept[] = await asked(of(TABLES).index('code').getAll());
			const idle = named.filter((kept) => kept.touched < stale || (kept.touched < unused && kept.rows <= opened));
			for (const { code: _, ...kept } of idle.slice(0, most)) of(TABLES).put(kept);
			return Math.min(idle.length, most);
		}),

	find: (shelf, code: string) => shelf.read(async (of) => (await asked(of(TABLES).index('code').getKey(code))) ?? null),

	touch: (shelf, table: string, now: number) =>
		shelf.write(async (of) => {
			const kept = await found(of, table);
			if (kept) of(TABLES).put({ ...kept, touched: Math.max(kept.touched, now) });
		}),

	entry: (shelf, table: string) =>
		shelf.read(async (of) => {
			const kept = await found(of, table);
			return kept ? entry(kept) : null;
		}),

	entries: (shelf, after: string, limit: number) =>
		shelf.read(async (of) => {
			const kept: Kept[] = await asked(of(TABLES).getAll(IDBKeyRange.lowerBound(after, true), limit));
			return kept.map(entry);
		}),

	probe: (shelf, write: boolean) => shelf.within(write ? 'readwrite' : 'readonly', (of) => asked(of(TABLES).count())),

	delete: async (shelf, table: string) => {
		const there = await shelf.write(async (of) => {
			const kept = await found(of, table);
			of(TABLES).delete(table);
			of(ROWS).delete(since(table, 0));
			of(SNAPSHOTS).delete(since(table, 0));
			return kept !== undefined;
		});
		shelf.tell({ table, rows: 0 });
		return there;
	},

	shout: (shelf, text: string) => shelf.tell({ text }),
};
