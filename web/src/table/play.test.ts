import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Game } from '../contract';
import type { SeatUpdate } from '../net/protocol';
import { announce, live } from './live.svelte';
import { TablePlay } from './play.svelte';
import { actions, chairs, game, openGame, Recorder, update } from './test-play';

let source: Recorder;
const start = (local: number[], first: SeatUpdate[], module = game) =>
	new TablePlay(module, actions, 'live', source, chairs, local, first);

beforeEach(() => {
	source = new Recorder();
	vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('one person at the device sees with their own eyes and may do what is legal', async () => {
	const play = start([1], [update(1, 4, [1], [0, 1])]);
	expect(play.me).toBe(1);
	expect(play.mine && play.awaited && play.open).toBe(true);
	expect(play.find('lay', { card: 'R1' })?.action).toBe(0);
	await play.act(play.find('draw')!);
	expect(source.sent).toEqual([[1, 4, 1]]);
});

test('the same tap twice is one answer', async () => {
	const play = start([1], [update(1, 4, [1], [0, 1])]);
	const first = play.act(0);
	const second = play.act(0);
	await Promise.all([first, second]);
	expect(source.sent).toHaveLength(1);
});

test('a watcher sees and does nothing', async () => {
	const play = start([], [update(null, 4, [1])]);
	expect(play.me).toBeNull();
	await play.act(0);
	await play.why(play.action('draw'), document.createElement('i'));
	expect(source.sent).toHaveLength(0);
	expect(play.bubble?.text).toBeTruthy();
});

test('a refusal is told beside the thing, with its rule, until the next question', async () => {
	source.outcome = {
		type: 'refused',
		id: '',
		key: 'does_not_fit',
		clause: 'MM-9',
		params: {},
		legal: [1],
		again: false,
	};
	const play = start([0], [update(0, 4, [0], [1])]);
	await play.why(play.action('lay', { card: 'R1' }), document.createElement('i'));
	expect(play.bubble).toMatchObject({ clause: 'MM-9' });
	play.receive([update(0, 5, [1])], false);
	expect(play.bubble).toBeNull();
});

test('too late is said and nothing else happens', async () => {
	source.outcome = { type: 'late' };
	const play = start([0], [update(0, 4, [0], [1])]);
	await play.act(1);
	expect(play.late).toBe(true);
	expect(play.bubble).toBeNull();
});

test('what the choices lead to is asked for once per question', async () => {
	const play = start([0], [update(0, 4, [0], [1])]);
	await Promise.all([play.wantHints(), play.wantHints()]);
	await play.wantHints();
	expect(source.asked).toBe(1);
	expect(play.hints).toHaveLength(4);
	play.receive([update(0, 5, [0], [1])], false);
	expect(play.hints).toHaveLength(0);
	await play.wantHints();
	expect(source.asked).toBe(2);
});

test('on a shared device the hand is closed until its owner opens it, and again afterwards', async () => {
	const play = start([0, 2], [update(0, 1, [0], [1]), update(2, 1, [0])]);
	await vi.advanceTimersByTimeAsync(100);
	expect(play.open).toBe(false);
	expect(play.mine).toBe(false);
	expect(play.cover).toBe(0);
	play.look(0);
	expect(play.mine).toBe(true);
	play.receive([update(0, 2, [2]), update(2, 2, [2], [0])], false);
	await vi.advanceTimersByTimeAsync(200);
	expect(play.open).toBe(false);
	expect(play.cover).toBe(2);
	play.look(2);
	expect(play.me).toBe(2);
	expect((play.stage.shown as { seat: number }).seat).toBe(2);
});

test.each([false, true])(
	'nobody is asked before the door is open, nor twice where hands are open: %s',
	async (openly) => {
		live.urgent = '';
		const first = [update(0, 1, [0], [1]), update(2, 1, [0])];
		const play = new TablePlay(game, actions, 'live', source, chairs, [0, 2], first, null, openly);
		await vi.advanceTimersByTimeAsync(100);
		expect(live.urgent).toBe('');
		if (openly) await vi.advanceTimersByTimeAsync(3000);
		else play.look(0);
		await vi.advanceTimersByTimeAsync(10);
		expect(play.mine).toBe(true);
		expect(live.urgent).not.toBe('');
	},
);

test('a clock does not begin again when a door opens', async () => {
	const timed = (seat: number, n: number, awaited: number[]) => {
		const one = update(seat, n, awaited, awaited.includes(seat) ? [1] : []);
		return { ...one, decision: { ...one.decision!, ms: 5000, seconds: 5 } };
	};
	const play = start([0, 2], [update(0, 1, [1]), update(2, 1, [1])]);
	await vi.advanceTimersByTimeAsync(100);
	play.receive([timed(0, 2, [2]), timed(2, 2, [2])], false);
	await vi.advanceTimersByTimeAsync(500);
	const until = play.ask!.until;
	await vi.advanceTimersByTimeAsync(2000);
	play.look(2);
	expect(play.ask!.until).toBe(until);
});

test('what only one person has seen stays for a moment before their hand closes, and is not there for the next to read', async () => {
	const play = start([0, 2], [update(0, 1, [0], [1]), update(2, 1, [0])]);
	await vi.advanceTimersByTimeAsync(100);
	play.look(0);
	const drew = (seat: number, card: string[]) => ({
		...update(seat, 2, [2], seat === 2 ? [0] : []),
		events: [{ kind: 'drew', seat: 0, n: 1, ...(card.length ? { cards: card } : {}) }],
	});
	announce('Mia draws a red 7.');
	play.receive([drew(0, ['R7']), drew(2, [])], false);
	await vi.advanceTimersByTimeAsync(700);
	expect([play.open, play.cover]).toEqual([true, null]);
	await vi.advanceTimersByTimeAsync(700);
	expect([play.open, play.cover]).toEqual([false, 2]);
	play.look(2);
	expect(live.polite).toEqual([]);
});

test('while others play, the hand of a shared device stays closed', async () => {
	const play = start([0, 2], [update(0, 1, [0], [1]), update(2, 1, [0])]);
	await vi.advanceTimersByTimeAsync(100);
	play.look(0);
	play.receive([update(0, 2, [1]), update(2, 2, [1])], false);
	await vi.advanceTimersByTimeAsync(200);
	expect(play.open).toBe(false);
	expect(play.cover).toBeNull();
});

test('a person may look at the own cards while others play, until the device is wanted or the hand is hidden', async () => {
	const play = start([0, 2], [update(0, 1, [1]), update(2, 1, [1])]);
	await vi.advanceTimersByTimeAsync(100);
	expect(play.open).toBe(false);
	play.look(2);
	play.receive([update(0, 2, [1]), update(2, 2, [1])], false);
	await vi.advanceTimersByTimeAsync(200);
	expect(play.open && play.me === 2).toBe(true);
	play.close();
	expect(play.open).toBe(false);
	play.look(2);
	play.receive([update(0, 3, [0], [1]), update(2, 3, [0])], false);
	await vi.advanceTimersByTimeAsync(200);
	expect(play.open).toBe(false);
	expect(play.cover).toBe(0);
});

test('whoever hides the hand in the own turn finds the door in front of it', async () => {
	const play = start([0, 2], [update(0, 1, [0], [1]), update(2, 1, [0])]);
	await vi.advanceTimersByTimeAsync(100);
	play.look(0);
	play.close();
	await vi.advanceTimersByTimeAsync(100);
	expect(play.open).toBe(false);
	expect(play.cover).toBe(0);
});

test('a question that needs no hand is answered without a cover', async () => {
	const play = start([0, 2], [update(0, 1, [1]), update(2, 1, [1])]);
	await vi.advanceTimersByTimeAsync(100);
	play.receive([update(0, 2, [0, 2], [1], 'catch'), update(2, 2, [0, 2], [1], 'catch')], false);
	await vi.advanceTimersByTimeAsync(200);
	expect(play.cover).toBeNull();
	expect(play.wanting).toEqual([0, 2]);
	await play.actFor(2, 1);
	expect(source.sent).toEqual([[2, 2, 1]]);
});

test('without anything to hide whoever is next is named, and then just goes on', async () => {
	const play = start([0, 1], [update(0, 1, [0], [1]), update(1, 1, [0])], openGame);
	expect([play.naming, play.mine]).toEqual([0, false]);
	await vi.advanceTimersByTimeAsync(1500);
	expect([play.me, play.naming, play.mine]).toEqual([0, null, true]);
	play.receive([update(0, 2, [1]), update(1, 2, [1], [1])], false);
	await vi.advanceTimersByTimeAsync(100);
	expect([play.me, play.naming, play.ask]).toEqual([0, 1, null]);
	play.stage.finish();
	await vi.advanceTimersByTimeAsync(700);
	expect(play.naming).toBe(1);
	await vi.advanceTimersByTimeAsync(200);
	expect([play.me, play.naming]).toEqual([1, null]);
	expect(play.open && play.mine).toBe(true);
});

test('nothing can be chosen while what led there is told', async () => {
	const play = start([0], [update(0, 1, [1])], { ...game, tell: (view) => ({ view, rest: 500 }) });
	play.receive([{ ...update(0, 2, [0], [1]), events: [{ kind: 'laid' }] }], false);
	await vi.advanceTimersByTimeAsync(300);
	expect([play.ask, play.choices, play.prompt, play.choicesOf(0)]).toEqual([null, [], 'waiting.one', []]);
	await play.act(1);
	await play.why(play.action('draw'), document.createElement('i'));
	expect(source.sent).toEqual([]);
	expect(play.bubble).toBeNull();
	await vi.advanceTimersByTimeAsync(600);
	expect([play.ask?.n, play.mine]).toEqual([2, true]);
});

test('between the steps of another the line is never empty, also right after an own answer', async () => {
	const play = start([0], [update(0, 1, [1])], { ...game, tell: (view) => ({ view, ms: 100, text: '' }) });
	const lines = new Set<string>();
	for (let n = 2; n < 6; n++) {
		play.receive([{ ...update(0, n, [1]), events: [{ kind: 'stepped' }] }], false);
		for (let at = 0; at < 600; at += 20) {
			lines.add(play.stage.caption || play.prompt);
			await vi.advanceTimersByTimeAsync(20);
		}
	}
	expect([...lines]).toEqual(['waiting.one']);
	play.receive([update(0, 6, [0], [1])], false);
	await vi.advanceTimersByTimeAsync(20);
	play.receive([{ ...update(0, 7, [1]), events: [{ kind: 'stepped' }] }], false);
	await vi.advanceTimersByTimeAsync(20);
	// Nothing can be chosen any more, and what was asked stands there until something is said.
	expect([play.ask, play.awaited, play.prompt]).toEqual([null, false, 'general.asked']);
	await vi.advanceTimersByTimeAsync(600);
	// The match is over: nobody is waited for.
	play.receive([{ ...update(0, 8, []), decision: null }], false);
	await vi.advanceTimersByTimeAsync(600);
	expect(play.prompt).toBe('');
});

test('a clock starts for everybody at once, even where it was told sooner', async () => {
	const play = start([0], [update(0, 1, [1])]);
	const window = update(0, 2, [0], [1]);
	play.receive([{ ...window, decision: { ...window.decision!, seconds: 5, ms: 7000, opens_ms: 2000 } }], false);
	await vi.advanceTimersByTimeAsync(1900);
	expect(play.ask).toBeNull();
	await vi.advanceTimersByTimeAsync(200);
	expect(play.ask!.until! - performance.now()).toBeCloseTo(4900, -2);
});

test('behind a closed door nothing is told; whoever opens it sees it all', async () => {
	const play = start([0, 2], [update(0, 1, [0], [1]), update(2, 1, [0])], {
		...game,
		tell: (view) => ({ view, rest: 400 }),
	});
	await vi.advanceTimersByTimeAsync(100);
	expect(play.cover).toBe(0);
	const seen = [{ kind: 'chosen', seat: 1 }];
	play.receive(
		[
			{ ...update(0, 1, [0], [1]), events: seen },
			{ ...update(2, 1, [0]), events: seen },
		],
		false,
	);
	await vi.advanceTimersByTimeAsync(2000);
	expect(play.log).toEqual([]);
	play.look(0);
	await vi.advanceTimersByTimeAsync(100);
	expect(play.log).toEqual(seen);
	expect(play.mine).toBe(true);
});

test('a door whose person is not wanted any more opens for what happened meanwhile', async () => {
	const play = start([0, 2], [update(0, 1, [0], [1]), update(2, 1, [0])]);
	await vi.advanceTimersByTimeAsync(100);
	play.receive([update(0, 2, [1]), update(2, 2, [1])], false);
	await vi.advanceTimersByTimeAsync(100);
	expect([play.cover, play.ask?.n]).toEqual([null, 2]);
});

test('words that were said stay with their seat', () => {
	const play = start([0], [update(0, 4, [0], [1])]);
	play.receive([{ ...update(0, 4, [0], [1]), events: [{ kind: 'table_said', seat: 2, phrase: 'hello' }] }], false);
	expect(play.said[2]?.key).toBe('words.hello');
});

const onTurn = (seat: number): Game => ({ ...game, turn: () => seat });

test('while others are asked in the middle of a turn, the hand of whoever is on turn stays open', async () => {
	const play = start([0, 2], [update(0, 1, [0], [1]), update(2, 1, [0])], onTurn(0));
	await vi.advanceTimersByTimeAsync(100);
	play.look(0);
	// A robot thinks: no door for the next card.
	play.receive([update(0, 2, [1]), update(2, 2, [1])], false);
	await vi.advanceTimersByTimeAsync(200);
	expect([play.open, play.cover]).toEqual([true, null]);
	// A neighbour is asked what needs no look at a hand.
	play.receive([update(0, 3, [2], [], 'catch'), update(2, 3, [2], [1], 'catch')], false);
	await vi.advanceTimersByTimeAsync(200);
	expect([play.me, play.open, play.cover, play.awaited]).toEqual([0, true, null, false]);
	play.receive([update(0, 4, [0], [1]), update(2, 4, [0])], false);
	await vi.advanceTimersByTimeAsync(200);
	expect([play.me, play.mine, play.cover]).toEqual([0, true, null]);
	// What needs a look has its door, also in the middle of a turn.
	play.receive([update(0, 5, [2]), update(2, 5, [2], [1])], false);
	await vi.advanceTimersByTimeAsync(200);
	expect([play.open, play.cover]).toEqual([false, 2]);
});

test('what is asked on the way is not said, unless it comes otherwise than planned', async () => {
	const play = start([0], [update(0, 4, [0], [1])]);
	await vi.advanceTimersByTimeAsync(100);
	live.urgent = '';
	play.underWay = true;
	play.receive([update(0, 5, [0], [1])], false);
	await vi.advanceTimersByTimeAsync(100);
	expect(live.urgent).toBe('');
	play.underWay = false;
	await vi.advanceTimersByTimeAsync(100);
	expect(live.urgent).toBe(play.prompt);
});

const anchor = { getBoundingClientRect: () => new DOMRect(1, 2, 3, 4) } as Element;

test('a tip is said and lit and nothing else, and not played; everything comes back', async () => {
	const play = start([1], [update(1, 4, [1], [0, 1])]);
	await play.wantHints();
	await play.seekTip('4', anchor);
	expect(source.sought).toEqual([[1, 4, '4']]);
	expect(play.tip).toMatchObject({ level: '4', choice: { key: 'draw' } });
	expect(play.choices.map((one) => one.action)).toEqual([1]);
	expect(play.hints).toEqual([{ actions: [1] }, { place: 'seen' }]);
	expect(play.lit && play.mine && play.awaited).toBe(true);
	expect(source.sent).toEqual([]);
	await vi.advanceTimersByTimeAsync(0);
	expect(live.urgent).toBe(play.say('tips.say', { what: play.label(play.tip!.choice) }));
	play.dropTip();
	expect(play.choices).toHaveLength(2);
	expect(play.hints).toHaveLength(4);
	expect(play.lit).toBe(false);
});

test('a tip ends with its question, with the answer, and with the look of somebody else', async () => {
	const play = start([1], [update(1, 4, [1], [0, 1])]);
	await play.seekTip('', anchor);
	play.receive([update(1, 4, [1], [0, 1])], false);
	await vi.advanceTimersByTimeAsync(0);
	expect(play.tip).not.toBeNull();
	await play.act(0);
	expect(play.tip).toBeNull();
	await play.seekTip('', anchor);
	play.receive([update(1, 5, [1], [0, 1])], false);
	await vi.advanceTimersByTimeAsync(0);
	expect(play.tip).toBeNull();

	const shared = start([1, 2], [update(1, 4, [1], [0, 1]), update(2, 4, [1])], openGame);
	await vi.advanceTimersByTimeAsync(5000);
	await shared.seekTip('', anchor);
	expect(shared.tip).not.toBeNull();
	shared.look(2);
	expect(shared.tip).toBeNull();
});

test('why there is no tip is said beside the button, and a late one is dropped', async () => {
	const play = start([1], [update(1, 4, [1], [0, 1])]);
	source.advised = { type: 'refused', id: '', key: 'no_hints', clause: '', params: {}, legal: null, again: false };
	await play.seekTip('5', anchor);
	expect(play.tip).toBeNull();
	expect(play.bubble?.anchor.x).toBe(1);
	source.advised = { type: 'advice', id: '', seat: 1, n: 4, action: 1, level: '5' };
	const late = play.seekTip('5', anchor);
	expect(play.seeking).toBe(true);
	play.receive([update(1, 5, [2])], false);
	await vi.advanceTimersByTimeAsync(0);
	await late;
	expect(play.seeking).toBe(false);
	expect(play.tip).toBeNull();
});

test('a robot that thinks for longer is shown as long as it is asked, and said once', async () => {
	const play = start([1], [update(1, 4, [2])]);
	const before = live.polite.length;
	play.think(4, [2]);
	play.think(4, [2]);
	expect(play.thinking).toEqual([2]);
	expect(live.polite.slice(before).filter((one) => one.text === play.say('waiting.one', { seat: 2 }))).toHaveLength(1);
	play.receive([update(1, 5, [1], [0, 1])], false);
	await vi.advanceTimersByTimeAsync(0);
	expect(play.thinking).toEqual([]);
});

const stuckUpdate = (seat: number, n: number, awaited: number[], kind = 'turn'): SeatUpdate => ({
	...update(seat, n, awaited, awaited.includes(seat) ? [1] : [], kind),
	...(awaited.includes(seat) ? { forced: true } : {}),
});

test('at a shared device whoever can do nothing, as everybody knows, is named and passed by, without a door', async () => {
	const play = start([0, 1], [update(0, 4, [0], [0, 1]), update(1, 4, [0])]);
	play.look(0);
	play.receive([update(0, 5, [1]), stuckUpdate(1, 5, [1])], false);
	await vi.advanceTimersByTimeAsync(100);
	expect(play.cover).toBeNull();
	expect(play.naming).toBe(1);
	expect(play.stuck).toBe(true);
	expect(source.sent).toEqual([]);
	await vi.advanceTimersByTimeAsync(2000);
	expect(source.sent).toEqual([[1, 5, 1]]);
	expect(play.naming).toBeNull();
	// The device never left the hands of whoever is next again: no door for them, either.
	play.receive([update(0, 6, [0], [0, 1]), update(1, 6, [0])], false);
	await vi.advanceTimersByTimeAsync(100);
	expect(play.cover).toBeNull();
	expect(play.mine).toBe(true);
});

test('nobody is passed by whose only move would tell something, nor on a device of their own', async () => {
	const shared = start([0, 1], [update(0, 4, [0], [0, 1]), update(1, 4, [0])]);
	shared.look(0);
	shared.receive([update(0, 5, [1]), update(1, 5, [1], [1])], false);
	await vi.advanceTimersByTimeAsync(5000);
	expect(shared.cover).toBe(1);
	const alone = start([1], [update(1, 4, [0])]);
	alone.receive([stuckUpdate(1, 5, [1])], false);
	await vi.advanceTimersByTimeAsync(5000);
	expect(alone.mine).toBe(true);
	expect(source.sent).toEqual([]);
});

test('an answer that came meanwhile is not given twice', async () => {
	const play = start([0, 1], [update(0, 4, [0], [0, 1]), update(1, 4, [0])]);
	play.look(0);
	play.receive([update(0, 5, [1]), stuckUpdate(1, 5, [1])], false);
	await vi.advanceTimersByTimeAsync(100);
	play.receive([update(0, 6, [0], [0]), update(1, 6, [0])], false);
	await vi.advanceTimersByTimeAsync(4000);
	expect(source.sent.filter(([, n]) => n !== 5)).toEqual([]);
	expect(play.mine).toBe(true);
});

test('open hands: no door between people here, each is named, and the door is back as soon as it is wanted', async () => {
	const play = new TablePlay(
		game,
		actions,
		'live',
		source,
		chairs,
		[0, 1],
		[update(0, 4, [0], [0, 1]), update(1, 4, [0])],
		null,
		true,
	);
	await vi.advanceTimersByTimeAsync(2000);
	expect([play.cover, play.me, play.mine, play.shared]).toEqual([null, 0, true, false]);
	play.receive([update(0, 5, [1]), update(1, 5, [1], [1, 0])], false);
	await vi.advanceTimersByTimeAsync(100);
	expect([play.cover, play.naming]).toEqual([null, 1]);
	await vi.advanceTimersByTimeAsync(2000);
	expect([play.me, play.mine]).toEqual([1, true]);
	play.setOpenly(false);
	expect([play.open, play.cover]).toEqual([false, 1]);
	play.setOpenly(true);
	expect([play.open, play.cover, play.me]).toEqual([true, null, 1]);
});

test('whoever plays alone against robots goes on to the own turn, and is offered it only while these play', async () => {
	const alone = chairs.map((chair) => ({ ...chair, sitter: chair.seat ? ('bot' as const) : chair.sitter }));
	const play = new TablePlay(game, actions, 'live', source, alone, [0], [update(0, 1, [1])]);
	expect(play.ahead.offered).toBe(true);
	play.ahead.go();
	play.ahead.go();
	expect(source.hurried).toEqual([0]);
	expect(play.ahead.offered).toBe(false);
	play.receive([update(0, 2, [2])], false);
	await vi.advanceTimersByTimeAsync(500);
	expect(play.ahead.offered).toBe(false);
	play.receive([update(0, 3, [0], [1])], false);
	await vi.advanceTimersByTimeAsync(500);
	expect(play.awaited).toBe(true);
	expect(play.ahead.offered).toBe(false);
	play.receive([update(0, 4, [1])], false);
	await vi.advanceTimersByTimeAsync(500);
	expect(play.ahead.offered).toBe(true);
});

test('nobody hurries past other people, nor in a replay', async () => {
	expect(start([0], [update(0, 1, [1])]).ahead.offered).toBe(false);
	const alone = chairs.map((chair) => ({ ...chair, sitter: chair.seat ? ('bot' as const) : chair.sitter }));
	const { hurry: _, ...told } = new Recorder();
	const replay = new TablePlay(game, actions, 'replay', { ...told } as never, alone, [0], [update(0, 1, [1])]);
	expect(replay.ahead.offered).toBe(false);
});
