import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Play } from '../contract';
import { Texts } from '../i18n/format';
import type { Session } from '../session.svelte';
import UndoAsk from './UndoAsk.svelte';

const texts = new Texts(
	'en',
	[
		{
			events: { laid: '{seat:name} plays {card}.' },
			undo: {
				asks: '{seat:name} takes back:',
				sent: 'You take back:',
				drop: 'Never mind',
				yes: 'Yes',
				no: 'No',
				waits: '',
			},
		},
	],
	['Mia', 'Ben'],
);
const play = {
	texts,
	chairs: [],
	say: (key: string, params = {}) => texts.say(key, params),
	name: (seat: number) => texts.name(seat),
} as unknown as Play;

let shown: ReturnType<typeof mount> | undefined;
afterEach(() => {
	if (shown) void unmount(shown);
});

function ask(local: number[]) {
	const session = {
		local,
		face: { undo: { seat: 0, moves: 3, asked: [1], told: [{ kind: 'laid', seat: 0, card: 27 }] } },
		dropUndo: vi.fn(),
		answerUndo: vi.fn(),
	};
	document.body.innerHTML = '';
	shown = mount(UndoAsk, { target: document.body, props: { session: session as unknown as Session, play } });
	flushSync();
	return session;
}
const button = (words: string) =>
	[...document.querySelectorAll('button')].find((one) => one.textContent?.includes(words));

it('names the move that would be taken back', () => {
	ask([1]);
	expect(document.body.textContent).toContain('Mia takes back:');
	expect(document.body.textContent).toContain('Mia plays 27.');
	expect(button('Never mind')).toBeUndefined();
});

it('lets whoever asked think again', () => {
	const session = ask([0]);
	expect(document.body.textContent).toContain('You take back:');
	button('Never mind')!.click();
	expect(session.dropUndo).toHaveBeenCalledWith(0);
});
