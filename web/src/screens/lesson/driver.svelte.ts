// A lesson on the real table: the learner's moves are awaited, the others' play by themselves.

import type { Game, Outcome } from '../../contract';
import { loadTable } from '../../games/index';
import { loadTexts, textsOf } from '../../i18n/texts.svelte';
import { api } from '../../net/api';
import type { ActionFace, ChairFace, Lesson } from '../../net/protocol';
import { owner } from '../../people';
import { TablePlay } from '../../table/play.svelte';
import type { Source } from '../../table/source';
import { driverName } from '../../ui/names';
import { Course, type Phase } from './course';

/** Before another moves by itself. */
const BREATH = 500;

export class LessonDriver implements Source {
	phase: Phase = $state('watch');
	tip = $state('');
	/** Moves made, of all. */
	at = $state(0);
	readonly play: TablePlay;
	private readonly course: Course;
	private stopped = false;

	private constructor(
		readonly lesson: Lesson,
		game: Game,
		actions: ActionFace[],
	) {
		this.course = new Course(lesson, actions);
		this.play = new TablePlay(game, actions, 'lesson', this, chairs(lesson), [lesson.seat], [this.course.update]);
		void this.show();
	}

	static async open(id: string): Promise<LessonDriver> {
		const [lesson, actions] = await Promise.all([
			api.lesson<Lesson>(id),
			api.actions(id),
			loadTexts('app', 'web', 'games', id),
		]);
		return new LessonDriver(lesson, await loadTable(id), actions);
	}

	get total(): number {
		return this.lesson.steps.length;
	}

	async answer(_seat: number, _n: number, action: number | string): Promise<Outcome> {
		if (!this.course.right(action)) {
			return { type: 'refused', id: '', key: 'lesson_first', clause: '', params: {}, legal: null, again: false };
		}
		// The answer is done first; what follows from it comes after, as at a real table.
		queueMicrotask(() => this.step());
		return { type: 'done' };
	}

	async hints(): Promise<Record<string, unknown>[]> {
		return this.course.hints;
	}

	/** The tip has been read. */
	goOn(): void {
		this.course.read();
		this.play.receive([{ ...this.course.update, events: [] }], false);
		void this.show();
	}

	restart(): void {
		this.course.restart();
		this.play.show(this.course.update);
		void this.show();
	}

	stop(): void {
		this.stopped = true;
	}

	/** The next move, told with its motion. */
	private step(): void {
		this.course.advance();
		this.play.receive([this.course.update], false);
		void this.show();
	}

	/** What to do next is said when the last move has been seen. */
	private async show(): Promise<void> {
		const at = this.course.at;
		await this.play.stage.told;
		if (this.stopped || this.course.at !== at) return;
		this.phase = this.course.phase;
		this.tip = this.course.tip;
		this.at = this.course.at;
		this.play.lit = this.phase === 'try';
		if (this.phase === 'watch') void this.watch();
	}

	private async watch(): Promise<void> {
		await wait(BREATH);
		if (!this.stopped && this.course.phase === 'watch') this.step();
	}
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The learner under the own name, or that of the face, wherever a name stands; the others as the robots are called. */
function chairs(lesson: Lesson): ChairFace[] {
	const names = (textsOf().raw('names') ?? []) as string[];
	return Array.from({ length: lesson.players }, (_, seat) => ({
		seat,
		name: seat === lesson.seat ? owner().name || driverName('', seat) : (names[seat] ?? String(seat + 1)),
		colour: '',
		sitter: seat === lesson.seat ? 'person' : 'bot',
		level: '1',
		stand_in: false,
		here: true,
		away_ms: null,
	}));
}
