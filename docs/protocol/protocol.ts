// The messages between a Tailback server and its clients. Written by `make docs`; do not edit.

/** The versions of the protocol that this file describes. */
export const VERSIONS = [1] as const;

/** How a table is run: what the rules of the games do not say. What is left out is as usual. */
export interface Settings {
  /** Seconds until a bot plays for somebody who is away. From 5 to 3600. Usually 60. */
  away_seconds?: number;
  /** How well that bot plays. Usually "3". */
  stand_in?: string;
  /** Without it every question waits until all asked have answered. Usually true. */
  clock?: boolean;
  /** The most that a slow line adds to a window, in milliseconds. From 0 to 300. Usually 300. */
  allowance_ms?: number;
  /** How long a bot seems to think, in milliseconds. From 0 to 10000. Usually 700. */
  pace_ms?: number;
  /** May people watch without a seat? Usually true. */
  watchers?: boolean;
  /**
   * The best level that people may ask what it would do; empty: nobody may. Never in a game that must be
   * remembered. Usually "3".
   */
  hints?: string;
}

/** One chair, as everyone sees it. `away_ms` counts down to the bot that stands in; -1: away, nothing runs. */
export interface ChairFace {
  seat: number;
  name: string;
  colour: string;
  sitter: "bot" | "open" | "person";
  level: string;
  stand_in: boolean;
  here: boolean;
  away_ms: number | null;
}

/**
 * An undo that waits for the consent of `asked`. `told` are the events it would take back, as everyone saw them.
 */
export interface UndoFace {
  seat: number;
  moves: number;
  asked: number[];
  /** An event: its `kind`, and what this seat may know of it. */
  told: { kind: string; [more: string]: unknown }[];
}

/**
 * The fair deal: the fingerprint before, who added a word, and the rest once the game is over.
 * `moved`: the table went from one place to another after this deal, so whoever carried it could know or choose it.
 */
export interface FairFace {
  fingerprint: string;
  worded: number[];
  secret: string | null;
  words: string[] | null;
  seed: string | null;
  moved: boolean;
}

/**
 * A finished game of this table: by seat, who sat there at its end, and how they did.
 * Two `holders` alike in the games of one list had the same token: somebody was only called something else (-1: no
 * token). `robots` are the seats that no person had, neither at the deal nor at the end. `at` is when it ended, in
 * milliseconds since 1970.
 */
export interface PastFace {
  number: number;
  game: string;
  names: string[];
  colours: string[];
  holders: number[];
  robots: number[];
  scores: number[];
  places: number[];
  shared: boolean;
  at: number;
}

/** How this table is run: every setting, the usual ones too. */
export interface SettingsFace {
  away_seconds: number;
  stand_in: string;
  clock: boolean;
  allowance_ms: number;
  pace_ms: number;
  watchers: boolean;
  hints: string;
}

/**
 * What is wrong with the game of this table, which comes from elsewhere: a text in `refusals`, with file and line.
 * `stopped`: it cannot go on like this until the game is mended. Otherwise it goes on by the rules as they were.
 */
export interface TroubleFace {
  key: string;
  params: Record<string, unknown>;
  stopped: boolean;
}

/**
 * A table, as everyone may see it. `options` are complete once dealt, before that those given.
 * `past` are its last fifty finished games; older ones are still there to be replayed by their number. `ends_ms` is
 * how long it takes until the time of the match is up, in milliseconds; null where no clock runs. `thinking` are
 * the robots that have been thinking about the open decision for a while; see the message `thinking`. `trouble` is
 * what is wrong with its game; see the message `trouble`.
 */
export interface TableFace {
  table: string;
  code: string | null;
  link: string;
  /** How many rows the table has. */
  v: number;
  phase: "lobby" | "over" | "playing";
  game: string;
  number: number;
  rules: number;
  preset: string;
  options: Record<string, unknown>;
  youngest: number | null;
  settings: SettingsFace;
  chairs: ChairFace[];
  watchers: number;
  fair: FairFace | null;
  undo: UndoFace | null;
  past: PastFace[];
  phrases: string[];
  emotes: string[];
  thinking: number[];
  trouble: TroubleFace | null;
  ends_ms: number | null;
}

/**
 * The open decision. `ms` is what is left of its time, null without a clock.
 * With a clock it opens for everybody in `opens_ms`, when the screens have shown what led to it.
 */
export interface Question {
  kind: string;
  seats: number[];
  gate: "all" | "first";
  hold: boolean;
  seconds: number | null;
  ms: number | null;
  opens_ms: number;
}

/**
 * What one seat (null: a watcher) learns: what happened, what it sees, what is asked and what it may do.
 * `n` numbers the open decision; an answer names it. `view` and `events` are the engine's own words for this seat;
 * `legal` are action numbers (see the action list of the game). When chairs are moved after the end, the view stays
 * that of the seat in the finished game (`view.seat`; a watcher's for newcomers). `forced`: the one legal action is
 * no secret, so a device that several people share may answer with it for this seat.
 */
export interface SeatUpdate {
  seat: number | null;
  /** How many rows the table has. */
  v: number;
  /** The number of the open decision; an answer names it. */
  n: number;
  /** An event: its `kind`, and what this seat may know of it. */
  events: { kind: string; [more: string]: unknown }[];
  /** All that the seat may know, in the engine's words. */
  view: Record<string, unknown> | null;
  decision: Question | null;
  /** Numbers of actions; `/api/games/{game}/actions` lists them. */
  legal: number[];
  awaited: number[];
  /** Usually false. */
  forced?: boolean;
}

/** The first message: the version both speak, the table, and what this device holds. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  table: TableFace;
  seats: number[];
  host: boolean;
  server: string;
}

/**
 * Row `v` of the table. `table` is there when its face changed, `seats` when a game is on.
 * `missed` is true for the first one after a hello or resync: `events` then hold what happened since the `v` that
 * was named, unless that is too long ago. It is also true when a device that was far behind is shown the table as
 * it is.
 */
export interface Update {
  type: "update";
  /** How many rows the table has. */
  v: number;
  seats: SeatUpdate[];
  table: TableFace | null;
  missed: boolean;
}

/** Who is here changed; no row was written. */
export interface Presence {
  type: "presence";
  chairs: ChairFace[];
  watchers: number;
}

/** What this device holds has changed: a seat was freed, given away, or has another number. */
export interface You {
  type: "you";
  seats: number[];
  host: boolean;
}

/**
 * Done (again: it was done before). `held`: noted, told when the window closes. `v`: the rows of the table then.
 */
export interface Ack {
  type: "ack";
  id: string;
  /** How many rows the table has. */
  v: number;
  held: boolean;
  again: boolean;
}

/** Too late: decision `n` is open now. Nobody's fault. */
export interface Late {
  type: "late";
  id: string;
  /** The number of the open decision; an answer names it. */
  n: number;
}

/** Refused, and nothing changed. `key` and `params` name the text that explains it, `clause` the rule. */
export interface No {
  type: "refused";
  id: string;
  /** Names the text that explains it; stable, for programs too. */
  key: string;
  /** The rule behind it; empty when it is no rule of a game. */
  clause: string;
  /** What the text mentions. */
  params: Record<string, unknown>;
  /** Numbers of actions; `/api/games/{game}/actions` lists them. */
  legal: number[] | null;
  /** Worth sending again, with the same id, in a moment. */
  again: boolean;
}

/** What would happen if: where the choices of this seat in decision `n` lead. Empty where `legal` says it all. */
export interface Hints {
  type: "hints";
  id: string;
  seat: number;
  /** The number of the open decision; an answer names it. */
  n: number;
  /** Where a choice leads, in the words of its game; see the manual. */
  hints: Record<string, unknown>[];
}

/**
 * These robots have been thinking about decision `n` for a while. It holds until `n` changes; no row was written.
 * Told only where one seat alone is asked: where several are, nobody learns who still thinks.
 */
export interface Thinking {
  type: "thinking";
  /** The number of the open decision; an answer names it. */
  n: number;
  seats: number[];
}

/** Something is wrong with the game of this table, or (null) nothing any more. No row was written. */
export interface Trouble {
  type: "trouble";
  trouble: TroubleFace | null;
}

/**
 * The words, actions and options of this game are others now: whoever has kept them asks for them again.
 * Only where a game is being worked on (`tailback serve --watch`). An `update` with the table as it is now follows.
 */
export interface Words {
  type: "words";
  game: string;
}

/** Why a robot answered decision `n` as it did: `because.<key>` in the game's texts, with what it mentions. */
export interface Why {
  type: "why";
  id: string;
  seat: number;
  /** The number of the open decision; an answer names it. */
  n: number;
  /** Names the text that explains it; stable, for programs too. */
  key: string;
  /** What the text mentions. */
  params: Record<string, unknown>;
}

/** What a robot of this level would do in decision `n`, knowing what the seat knows. Nothing is done. */
export interface Advice {
  type: "advice";
  id: string;
  seat: number;
  /** The number of the open decision; an answer names it. */
  n: number;
  action: number;
  level: string;
}

/** Asks for a `pong` with the same `t`: so the server knows the line. */
export interface Ping {
  type: "ping";
  t: number;
}

/** The answer to the client's own `ping`. */
export interface Pong {
  type: "pong";
  t: number;
}

/** The last message before the server closes the socket, and why. `again`: come back in a moment, else later. */
export interface Bye {
  type: "bye";
  /** Names the text that explains it; stable, for programs too. */
  key: string;
  /** What the text mentions. */
  params: Record<string, unknown>;
  again: boolean;
}

/**
 * The first message of a device, with the tokens of its seats and of the host; none to watch.
 * `since` is the last `v` it has; what happened after it is told again, if it is not too long ago.
 */
export interface Hello {
  type: "hello";
  protocol: number[];
  /** Up to 200 characters. */
  table: string;
  /** Up to 16 of them. */
  tokens?: string[];
  since?: number | null;
}

/** An answer to decision `n`: an action number, or its notation. */
export interface Answer {
  type: "answer";
  /** Chosen by the client, new for each request of a seat; repeated when it sends again. Up to 40 characters. */
  id: string;
  /** The number of a chair. From 0 to 7. */
  seat: number;
  /** The number of the open decision; an answer names it. */
  n: number;
  /** Up to 200 characters. */
  action: number | string;
}

/** A phrase or an emote from the table's list. */
export interface Say {
  type: "say";
  /** Chosen by the client, new for each request of a seat; repeated when it sends again. Up to 40 characters. */
  id: string;
  /** The number of a chair. From 0 to 7. */
  seat: number;
  /** Up to 200 characters. */
  phrase: string;
}

/** Take back the last `moves` moves of this seat; without a number as many as nobody learned from. */
export interface AskUndo {
  type: "undo";
  /** Chosen by the client, new for each request of a seat; repeated when it sends again. Up to 40 characters. */
  id: string;
  /** The number of a chair. From 0 to 7. */
  seat: number;
  /** From 1 to 1000. */
  moves?: number | null;
}

/** Consent to an undo, or refuse it. */
export interface AnswerUndo {
  type: "undo_answer";
  /** Chosen by the client, new for each request of a seat; repeated when it sends again. Up to 40 characters. */
  id: string;
  /** The number of a chair. From 0 to 7. */
  seat: number;
  yes: boolean;
}

/** Ask no more: the undo that this seat asked for is forgotten. */
export interface DropUndo {
  type: "undo_drop";
  /** Chosen by the client, new for each request of a seat; repeated when it sends again. Up to 40 characters. */
  id: string;
  /** The number of a chair. From 0 to 7. */
  seat: number;
}

/**
 * Until this seat is asked again the robots answer at once, where nobody else plays; else nothing changes.
 * Nothing of it is stored.
 */
export interface Hurry {
  type: "hurry";
  /** Chosen by the client, new for each request of a seat; repeated when it sends again. Up to 40 characters. */
  id: string;
  /** The number of a chair. From 0 to 7. */
  seat: number;
}

/** Where would each choice in decision `n` lead? Nothing is done. */
export interface AskHints {
  type: "hints";
  /** Chosen by the client, new for each request of a seat; repeated when it sends again. Up to 40 characters. */
  id: string;
  /** The number of a chair. From 0 to 7. */
  seat: number;
  /** The number of the open decision; an answer names it. */
  n: number;
}

/**
 * Why did the robot at this seat answer decision `n` as it did? Without a number: its latest move that is known,
 * without a seat: that of any robot. Anybody at the table may ask, watchers too.
 */
export interface AskWhy {
  type: "why";
  /** Chosen by the client, new for each request of a seat; repeated when it sends again. Up to 40 characters. */
  id: string;
  /** The number of a chair. From 0 to 7. */
  seat?: number | null;
  /** The number of the open decision; an answer names it. */
  n?: number | null;
}

/**
 * What would a robot do here, in decision `n` of this seat? Where the table allows it (`settings.hints`).
 * Without a level: the best one that is allowed. Nobody else learns of it.
 */
export interface AskAdvice {
  type: "advice";
  /** Chosen by the client, new for each request of a seat; repeated when it sends again. Up to 40 characters. */
  id: string;
  /** The number of a chair. From 0 to 7. */
  seat: number;
  /** The number of the open decision; an answer names it. */
  n: number;
  /** Up to 200 characters. */
  level?: string;
}

/** Send the table again, with the events after row `since`. */
export interface Resync {
  type: "resync";
  /** Chosen by the client, new for each request of a seat; repeated when it sends again. Up to 40 characters. */
  id: string;
  since?: number | null;
}

/** Is the line alive? The server answers with a `pong`. */
export interface DevicePing {
  type: "ping";
  t: number;
}

/** The answer to the server's `ping`, with its `t`, at once: the line's allowance is measured by it. */
export interface DevicePong {
  type: "pong";
  t: number;
}

/** `here`: a person on the device that asks; `open`: a person who will join; `bot`. */
export interface NewChair {
  /** Usually "open". */
  sitter?: "bot" | "here" | "open";
  /** Up to 200 characters. */
  name?: string;
  /** Up to 200 characters. */
  colour?: string;
  /** Up to 200 characters. */
  level?: string;
}

/** How the table is to be run; whatever is left out stays as usual. */
export interface NewSettings {
  /** Seconds until a bot plays for somebody who is away. From 5 to 3600. Usually 60. */
  away_seconds?: number;
  /** How well that bot plays. Usually "3". */
  stand_in?: string;
  /** Without it every question waits until all asked have answered. Usually true. */
  clock?: boolean;
  /** The most that a slow line adds to a window, in milliseconds. From 0 to 300. Usually 300. */
  allowance_ms?: number;
  /** How long a bot seems to think, in milliseconds. From 0 to 10000. Usually 700. */
  pace_ms?: number;
  /** May people watch without a seat? Usually true. */
  watchers?: boolean;
  /**
   * The best level that people may ask what it would do; empty: nobody may. Never in a game that must be
   * remembered. Usually "3".
   */
  hints?: string;
}

/** A table to open: what is played, by whom, and how the table is run. */
export interface NewTable {
  /** Up to 200 characters. */
  game: string;
  /** Up to 8 of them. */
  chairs: NewChair[];
  /** Up to 200 characters. */
  preset?: string;
  options?: Record<string, unknown>;
  /** The number of a chair. From 0 to 7. */
  youngest?: number | null;
  settings?: NewSettings;
  /** Deal at once; no chair may be free. Usually false. */
  deal?: boolean;
}

/** A set-up to try out without making a table. */
export interface Check {
  /** Up to 200 characters. */
  game: string;
  /** From 1 to 8. */
  players: number;
  /** Up to 200 characters. */
  preset?: string;
  options?: Record<string, unknown>;
  /** Of the robots by seat; empty for a person. Up to 8 of them. */
  levels?: string[];
}

/**
 * How often somebody who plays like the weakest robot wins with a head start against players who decide at once, as
 * played for this set-up. `low` to `high` is a 95 % interval, `even` what it would be if all were alike.
 */
export interface EvenShare {
  share: number;
  low: number;
  high: number;
  matches: number;
  even: number;
  without: number;
}

/**
 * What whoever is helped gets in this set-up: a text in `gives` of that option, how much, and a second number where
 * the text has one (`more`). `chance` is null where the options say how much: nothing was worked out.
 */
export interface HeadStart {
  key: string;
  n: number;
  more: number;
  chance: EvenShare | null;
}

/** The complete options. */
export interface Checked {
  options: Record<string, unknown>;
  head_start: HeadStart | null;
}

/** A token and the seat it is for; null: the host's. */
export interface Held {
  seat: number | null;
  token: string;
}

/** A new table, and the tokens for the device that made it. They are shown this once. */
export interface Opened {
  table: TableFace;
  tokens: Held[];
}

/** Take a free chair (any, without a number), or the one that a claim is good for. */
export interface Sit {
  /** The number of a chair. From 0 to 7. */
  seat?: number | null;
  /** Up to 200 characters. */
  name?: string;
  /** Up to 200 characters. */
  colour?: string;
  /** Up to 64 characters. */
  claim?: string;
}

/** A chair that was taken, and its token. It is shown this once. */
export interface Seated {
  seat: number;
  token: string;
  table: TableFace;
}

/** One thing at a time: a name or colour, or who sits there from now on. */
export interface ChangeChair {
  /** Up to 200 characters. */
  name?: string;
  /** Up to 200 characters. */
  colour?: string;
  sitter?: "" | "bot" | "open";
  /** Up to 200 characters. */
  level?: string;
}

/** Whoever opens this link, or sits down with this claim, gets the chair. It works once. */
export interface Offer {
  seat: number;
  claim: string;
  link: string;
}

/** The chairs in a new order (by their old numbers; those left out are taken away), and new ones behind them. */
export interface Arrange {
  /** The number of a chair. Up to 8 of them. */
  order: number[];
  /** Up to 8 of them. */
  added?: NewChair[];
}

/** A word of one's own for the fair deal. */
export interface Word {
  /** The number of a chair. From 0 to 7. */
  seat: number;
  /** Up to 200 characters. */
  word: string;
}

/** Begin the game. With an `id` it can be sent again without harm. */
export interface Deal {
  /** Up to 40 characters. */
  id?: string;
}

/** The next game at this table. Empty: the same as before, with the next dealer, dealt at once if `deal`. */
export interface Again {
  /** Up to 40 characters. */
  id?: string;
  /** Up to 200 characters. */
  game?: string;
  /** Up to 200 characters. */
  preset?: string | null;
  options?: Record<string, unknown> | null;
  /** The number of a chair. From 0 to 7. */
  youngest?: number | null;
  /** Usually true. */
  next_dealer?: boolean;
  /** Usually false. */
  deal?: boolean;
}

/** Where a finished game can be watched, by whoever has the link. */
export interface ShareLink {
  game: number;
  share: string;
  link: string;
}

/** A game as `tailback` exports it. */
export interface Import {
  /** Up to 2000000 characters. */
  record: string;
}

/**
 * A whole table, to go on with elsewhere. It tells every card of a game that was dealt, and nothing that a deal to
 * come hangs on.
 */
export interface Along {
  rows: string[];
  /** What it was called there. Up to 22 characters. */
  table?: string;
}

/** One step of a replay: who moved, what happened, and what the chosen seat saw (null: no views were asked for). */
export interface ReplayStep {
  step: number;
  seat: number | null;
  move: string;
  /** An event: its `kind`, and what this seat may know of it. */
  events: { kind: string; [more: string]: unknown }[];
  /** All that the seat may know, in the engine's words. */
  view: Record<string, unknown> | null;
}

/** A game step by step, from one seat's knowledge (null: a watcher's). `steps` is a page of it. */
export interface Replay {
  table: string;
  number: number;
  game: string;
  names: string[];
  seat: number | null;
  over: boolean;
  total: number;
  steps: ReplayStep[];
  scores: number[] | null;
  places: number[] | null;
  fair: FairFace | null;
}

/** Why a request was refused; `key` and `params` name the text that explains it. */
export interface Problem {
  /** Names the text that explains it; stable, for programs too. */
  key: string;
  /** The rule behind it; empty when it is no rule of a game. */
  clause: string;
  /** What the text mentions. */
  params: Record<string, unknown>;
  /** The nearest options that are possible. */
  nearest: Record<string, unknown> | null;
  /** Numbers of actions; `/api/games/{game}/actions` lists them. */
  legal: number[] | null;
}

/** One house rule of a game: what it can be, and what it usually is. */
export interface OptionFace {
  name: string;
  kind: "amount" | "choice" | "flag" | "helped" | "number" | "numbers" | "seat" | "seats";
  default: unknown;
  choices: unknown[];
  low: number;
  high: number;
  clause: string;
}

/**
 * An action of a game: its notation, and the text key and parameters that put it into words.
 * Of a game on the general table also what one taps for it; a `spread` may say it anew for a position.
 */
export interface ActionFace {
  notation: string;
  key: string;
  params: Record<string, unknown>;
  /** One after the other; `Touch` in the shapes. */
  touches?: Record<string, unknown>[];
}

/**
 * How well a level plays, as it was measured: its share of `matches` matches, alone against others of one level.
 * The true share lies between `low` and `high`, in nineteen of twenty such measurements.
 */
export interface Strength {
  players: number;
  /** The level of the others. */
  against: string;
  share: number;
  low: number;
  high: number;
  matches: number;
}

/**
 * How often somebody of one level wins with the head start of a game, alone against others of one level.
 * As it was measured: its share of `matches` matches, and what it was without the head start.
 */
export interface EvenChance {
  players: number;
  level: string;
  /** The level of the others. */
  against: string;
  share: number;
  low: number;
  high: number;
  matches: number;
  without: number;
}

/** How long people sit over a match, in minutes: half of all matches take from `low` to `high`. */
export interface Duration {
  /** Empty for the game as it is without any. */
  preset: string;
  players: number;
  low: number;
  high: number;
}

/** A game, for lobbies and forms. */
export interface GameFace {
  id: string;
  rules: number;
  fewest: number;
  usual: number;
  most: number;
  age: number;
  /** At a small table, and at one that is full enough. Up to 2 of them. */
  minutes: [number, number];
  /** By preset and players, where it was worked out. */
  times: Duration[];
  options: OptionFace[];
  presets: Record<string, Record<string, unknown>>;
  editions: Record<string, Record<string, unknown>>;
  /** How well robots can play, the weakest first. */
  levels: string[];
  /** By level, where it was measured. */
  strength: Record<string, Strength>;
  /** What a head start does, where it was measured. */
  even: EvenChance[];
  /** Remembering is the game: show no log while it runs. */
  forgetful: boolean;
  /** Players hold what others must not see. */
  hands: boolean;
  /** Kinds of decisions that need no look at a hand: people at one device just tap. */
  in_the_open: string[];
  /**
   * Kinds of decisions that most people let go, with the key of the action that does so: people at one device are
   * asked together, and only who wants to looks at a hand.
   */
  lets_go: Record<string, string>;
  /** There is a first lesson. */
  lesson: boolean;
  /** The clauses that are enough to begin: the page that families read. */
  family: string[];
  /** Its views bring a `spread` along: zones that can be drawn without knowing the game. */
  general: boolean;
}

/** All that a lobby can offer. */
export interface GameList {
  games: GameFace[];
  colours: string[];
  phrases: string[];
  emotes: string[];
  protocol: number[];
  server: string;
}

/** A police station beside the road of a board, and the grey spaces `[lane, column]` that belong to it. */
export interface Station {
  id: string;
  side: "left" | "right";
  x: number;
  y: number;
  angle: number;
  grey: number[][];
}

/** Where the road crosses itself: which columns lie above, which below. */
export interface Bridge {
  x: number;
  y: number;
  over: number[];
  under: number[];
}

/**
 * How a circuit is drawn. `id` is the `circuit` of the view and of the options.
 * A space is a lane (0 is on the left as one drives) and a column. `cells` has, for each column, the middle of the
 * road: x, y, the direction of driving in degrees, the length; x grows to the right, y downwards, degrees clockwise
 * from the right. Lanes lie `lane_width` apart. `centreline` is the road in pieces: lines `["L", x1, y1, x2, y2]`
 * and arcs `["A", x, y, radius, from, to]`. `arrows` are the start arrows as `[lane, column]`, the first one first.
 * `view_box` is left, top, width, height.
 */
export interface Board {
  id: string;
  name: string;
  lanes: number;
  columns: number;
  view_box: number[];
  lane_width: number;
  centreline: unknown[][];
  cells: number[][];
  arrows: number[][];
  stations: Station[];
  bridges: Bridge[];
}

/**
 * One move of a lesson, and what the learner is told after it.
 * Before a move of the learner a client shows the tip and lights up this action only; the moves of others it plays
 * by itself, and their tip (it may be empty) tells what happened. `hints` are those of the learner's choices.
 */
export interface LessonStep {
  seat: number;
  action: number;
  /** A key in the section `lesson` of the game's texts. */
  tip: string;
  /** Where a choice leads, in the words of its game; see the manual. */
  hints: Record<string, unknown>[];
  update: SeatUpdate;
}

/**
 * A first lesson, played from a real position: `start`, then `steps`, then the tip `done`.
 * A client can show it on its usual table without a socket. `seat` is the learner.
 */
export interface Lesson {
  game: string;
  seat: number;
  players: number;
  preset: string;
  options: Record<string, unknown>;
  start: SeatUpdate;
  steps: LessonStep[];
  /** The key of the closing tip. */
  done: string;
}

/** The server is up and ready to play. When it is not, a refusal holds the same under `params`, and the reasons. */
export interface Health {
  /** Its version. */
  server: string;
  /** Tables that are awake in this process. */
  tables_awake: number;
  ready: boolean;
  /** The worst delay of the event loop of late, in milliseconds. */
  loop_ms: number;
}

/** The server turns. */
export interface Alive {
  server: string;
  alive: boolean;
  /** At `/here/` lies the table that plays on the device alone. */
  here: boolean;
  /** Such tables can be reached through this server, at `/ws/relay`. */
  relay: boolean;
}

/** The table behind a code. */
export interface Found {
  table: string;
  link: string;
}

/** Everything the server says on the socket. */
export type FromServer =
  | Welcome
  | Update
  | Presence
  | Thinking
  | Trouble
  | Words
  | You
  | Ack
  | Late
  | No
  | Hints
  | Why
  | Advice
  | Ping
  | Pong
  | Bye;

/** Everything a device says on the socket. */
export type FromDevice =
  | Hello
  | Answer
  | Say
  | AskUndo
  | AnswerUndo
  | DropUndo
  | Hurry
  | AskHints
  | AskWhy
  | AskAdvice
  | Resync
  | DevicePing
  | DevicePong;
