// The lab as one page sees it: every study, those that are open, and what can be done about them.
import { loadTexts, t, textsOf } from '../../i18n/texts.svelte';
import type { Study } from '../../lab/study';
import { Refusal } from '../../net/api';
import { type Kept, type LabApi, labApi, type Order, type Skipped, underWay } from '../../net/lab';
import { LabLine } from '../../net/lab-line';
import { prefs } from '../../prefs.svelte';
import { announce } from '../../table/live.svelte';
import { save } from '../result/save';
import { partOf, tenth } from './amounts';

export class LabRoom {
	studies: Kept[] = $state.raw([]);
	/** Files among them that are none. */
	skipped: Skipped[] = $state.raw([]);
	/** What searches need is installed. */
	search = $state(true);
	/** The first list is here, so the key is right. */
	ready = $state(false);
	online = $state(true);
	/** At most two, side by side. */
	open: string[] = $state.raw([]);
	/** Why the last wish was not granted. */
	refused = $state('');
	/** The newest figures of those that are open. */
	private lines: Record<string, Study> = $state.raw({});
	/** What was read from its file: in the language of the page, or because nobody told it. By `version`. */
	private read: Record<string, Study> = $state.raw({});
	/** What is being read just now, so that nothing is asked for twice. */
	private reading = new Set<string>();
	private readonly api: LabApi;
	private readonly line: LabLine;
	/** How many tenths of each study were announced. */
	private told = new Map<string, number>();

	constructor(
		key: string,
		/** The key does not fit any more. */
		private readonly onlost: (key: string) => void,
		dial?: () => WebSocket,
	) {
		this.api = labApi(key);
		this.line = new LabLine(
			key,
			{
				studies: (studies, skipped, search) => {
					this.skipped = skipped;
					this.search = search;
					this.list(studies);
				},
				line: (id, study) => {
					this.lines = { ...this.lines, [id]: study as Study };
				},
				turnedAway: (why) => this.onlost(why),
				open: (open) => {
					this.online = open;
				},
			},
			dial,
		);
	}

	close(): void {
		this.line.close();
	}

	kept(id: string): Kept | undefined {
		return this.studies.find((one) => one.id === id);
	}

	/** What is known of a study, in the language of the page as far as it is known so. */
	study(id: string): Study | null {
		const kept = this.kept(id);
		return (kept && !underWay(kept) && this.read[version(kept)]) || this.lines[id] || null;
	}

	/** When it has come to rest: its file says more than its last line, or says it in another language. */
	async look(id: string): Promise<void> {
		const kept = this.kept(id);
		// What was stopped in line, or broke off at once, has nothing to show.
		if (!kept || underWay(kept) || (kept.state !== 'kept' && !kept.done)) return;
		const line = this.lines[id];
		const told = line && line.lang === prefs.language && (line.kind !== 'sweep' || line.comparisons.length > 0);
		const name = version(kept);
		if (told || this.read[name] || this.reading.has(name)) return;
		this.reading.add(name);
		try {
			const study = await this.api.show<Study>(id, prefs.language);
			// Old versions are of no use to anybody.
			const others = Object.entries(this.read).filter(([one]) => !one.startsWith(`${id}/`));
			this.read = { ...Object.fromEntries(others), [name]: { ...study, progress: line?.progress ?? study.progress } };
		} catch (error) {
			// Without it there is the last line: the numbers are the same in every language.
			if (!line && error instanceof Refusal) this.refused = await inWords(error);
		} finally {
			this.reading.delete(name);
		}
	}

	show(...ids: string[]): void {
		this.open = ids.slice(-2);
		this.refused = '';
		this.line.follow(this.open);
	}

	/** Beside the one that is open, or no longer. */
	toggle(id: string): void {
		this.show(...(this.open.includes(id) ? this.open.filter((one) => one !== id) : [...this.open.slice(-1), id]));
	}

	start(order: Order): Promise<boolean> {
		return this.wish(async () => {
			const kept = await this.api.start(order);
			this.put(kept);
			this.show(kept.id);
		});
	}

	more(id: string, to: number): Promise<boolean> {
		return this.wish(async () => this.put(await this.api.more(id, to)));
	}

	stop(id: string): Promise<boolean> {
		return this.wish(() => this.api.stop(id));
	}

	remove(id: string): Promise<boolean> {
		return this.wish(async () => {
			await this.api.remove(id);
			this.studies = this.studies.filter((one) => one.id !== id);
			this.show(...this.open.filter((one) => one !== id));
		});
	}

	report(id: string): Promise<boolean> {
		return this.wish(async () => {
			const page = await this.api.report(id, prefs.language);
			save(`tailback-${this.kept(id)?.what.game ?? 'lab'}-${id.slice(0, 4)}.html`, page, 'text/html');
		});
	}

	private put(kept: Kept): void {
		const known = this.kept(kept.id);
		this.studies = known ? this.studies.map((one) => (one === known ? kept : one)) : [kept, ...this.studies];
	}

	private list(studies: Kept[]): void {
		for (const kept of studies) this.tell(kept);
		this.studies = studies;
		this.ready = true;
		const there = this.open.filter((id) => studies.some((one) => one.id === id));
		if (there.length < this.open.length) this.show(...there);
	}

	/** To a listener: each tenth of what is open, and how it ended. */
	private tell(kept: Kept): void {
		const tenths = tenth(partOf(kept));
		const before = this.told.get(kept.id);
		const state = this.kept(kept.id)?.state;
		this.told.set(kept.id, tenths);
		if (before === undefined || !this.open.includes(kept.id)) return;
		if (kept.state !== state && !underWay(kept)) announce(t(`lab_room.states.${kept.state}`));
		else if (tenths > before && kept.state === 'running') announce(t('lab_room.percent', { n: 10 * tenths }));
	}

	private async wish(work: () => Promise<void>): Promise<boolean> {
		this.refused = '';
		try {
			await work();
			return true;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			if (error.problem.key === 'lab_key') this.onlost(error.problem.key);
			this.refused = await inWords(error);
			return false;
		}
	}
}

/** Another one for each language, and each time that the file has changed. */
const version = (kept: Kept): string => [kept.id, prefs.language, kept.at, kept.done, kept.of].join('/');

async function inWords({ problem: { key, params } }: Refusal): Promise<string> {
	await loadTexts('app').catch(() => {});
	return key === 'no_line' ? t('door.no_line') : textsOf().say(`refusals.${key}`, params);
}
