// What a game tells those who try it out in a browser: `src/games/<game>/e2e/scenes.ts`. Nothing of it is built in.
import type { Locator, Page } from '@playwright/test';
import type { NewTable } from '../src/net/protocol';
import type { Wish } from './player';

/** How questions are answered that do not matter: keys of actions, the best first. */
export interface Pace {
	order?: string[];
	/** And those that are taken only when there is nothing else. */
	last?: string[];
}

/** A position at a table of four people with the family rules, if nothing else is said: the same plan always leads to the same one. */
export interface Plan extends Pace {
	players?: number;
	preset?: string;
	options?: Record<string, unknown>;
	settings?: NewTable['settings'];
	/** Another word, another deal. */
	word?: string;
	/** Stop when this seat is asked (any, when it is left out); null: play to the end. */
	stop?: number | null;
	/** Not before so many answers, */
	moves?: number;
	/** only at one of these questions, */
	kinds?: string[];
	/** only when it may be answered with this, */
	key?: string;
	/** and not with this. */
	without?: string;
	/** Others may be asked at the same time. */
	together?: boolean;
}

/** A moment of a recorded game. */
export interface Moment {
	name: string;
	/** The record, the event that is told, and which of them. */
	record: string;
	event: string;
	nth?: number;
	/** The movement of this step at which it is caught; 1 is the first. */
	beat?: number;
	/** Whose eyes; null: a watcher's. */
	seat?: number | null;
}

/** What is worth a picture: positions, windows, and moments of recorded games. */
export interface Shown {
	/** A good position in which Mia is asked. */
	asked: Plan;
	/** Ben is asked and Mia waits. */
	waiting: Plan;
	/** Every question the game can ask, by its kind, asked of Mia. */
	questions: Record<string, Plan>;
	/** Other positions worth a look. */
	more?: Record<string, Plan>;
	/** Windows with a clock: each look gets a table of its own. */
	windows?: Record<string, Plan>;
	/** Take something up. */
	pick(page: Page): Promise<void>;
	/** Tap something that is not allowed now; the position, if another one is needed. */
	refuse(page: Page): Promise<void>;
	refused?: Plan;
	moments: Moment[];
	/** Ben has just played, and nobody has learned anything from it: it can be taken back. */
	undo?: Plan;
	over?: Partial<Plan>;
}

export interface Scenes {
	/** There are hands that others must not see. */
	hands: boolean;
	/** All choose at the same time, and everybody has always something to choose. With these options they hold so many cards. */
	together?: { cards: number; options: Record<string, unknown> };
	/** One tap plays: things to tap, by number, and what each looks like afterwards. */
	tap?: { thing(page: Page, n: number): Locator; done(page: Page, n: number): Locator };
	/** The way to a quick end. */
	quick: Pace;
	/** Something that is not allowed, tried in a language; `plan` is where, if not at the start. */
	refused: { language: string; plan?: Plan; attempt(page: Page, language: string): Promise<void> };
	/** The film of the game: where it begins, if not where Mia is asked in the picture, and what is tapped first. */
	film?: { plan?: Plan; wish?: Wish };
	shown: Shown;
}
