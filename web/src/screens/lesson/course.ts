// The order of a lesson, without a table: whose move is next, what is told, and which answer is the right one.
import type { ActionFace, Lesson, LessonStep, SeatUpdate } from '../../net/protocol';

/** What is shown just now: a tip before an own move, a tip after another's move, or the end. */
export type Phase = 'try' | 'told' | 'watch' | 'done';

export class Course {
	/** Moves made so far. */
	at = 0;
	/** Another's move was just played, and its tip is still to be read. */
	private reading = false;

	constructor(
		readonly lesson: Lesson,
		private readonly actions: readonly ActionFace[],
	) {}

	get next(): LessonStep | undefined {
		return this.lesson.steps[this.at];
	}

	get phase(): Phase {
		if (this.reading) return 'told';
		if (!this.next) return 'done';
		return this.next.seat === this.lesson.seat ? 'try' : 'watch';
	}

	/** A key in the section `lesson` of the game's texts; empty when nothing is told. */
	get tip(): string {
		if (this.reading) return this.lesson.steps[this.at - 1]!.tip;
		if (this.phase === 'try') return this.next!.tip;
		return this.phase === 'done' ? this.lesson.done : '';
	}

	/** How the table stands. Only the right action is left open, so that only it is lit. */
	get update(): SeatUpdate {
		const found = this.at ? this.lesson.steps[this.at - 1]!.update : this.lesson.start;
		return { ...found, legal: this.phase === 'try' ? [this.next!.action] : [] };
	}

	/** What leads elsewhere than the lesson does is not shown, or it would be lit as well. */
	get hints(): Record<string, unknown>[] {
		return this.phase === 'try' ? this.next!.hints.filter((hint) => this.leads(hint)) : [];
	}

	/** One hint may name several moves in a row: all of them must be the learner's next ones. */
	private leads(hint: Record<string, unknown>): boolean {
		const moves = Array.isArray(hint.actions) ? hint.actions : hint.action == null ? [] : [hint.action];
		return moves.every((move, i) => {
			const step = this.lesson.steps[this.at + i];
			return step?.seat === this.lesson.seat && step.action === move;
		});
	}

	/** Is this what the tip asks for? By number or by notation. */
	right(action: number | string): boolean {
		if (this.phase !== 'try') return false;
		const wanted = this.next!.action;
		return action === wanted || action === this.actions[wanted]?.notation;
	}

	/** The next move is made: the learner's, or another's, whose tip is then read. */
	advance(): void {
		const step = this.next;
		if (!step) return;
		this.at += 1;
		this.reading = step.seat !== this.lesson.seat && step.tip !== '';
	}

	/** The tip has been read. */
	read(): void {
		this.reading = false;
	}

	restart(): void {
		this.at = 0;
		this.reading = false;
	}
}
