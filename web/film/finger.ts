// A finger that plays for the camera: one sees where it taps before it does.
import type { Page } from '@playwright/test';
import { choose, sight, type Wish } from '../e2e/player';
import { wait } from './camera';

const LOOKS = 0.8;
const TAPS = 0.35;

/** A round mark that comes down where the finger is. */
async function show(page: Page, x: number, y: number): Promise<void> {
	await page.evaluate(
		([left, top, ms]) => {
			const mark = document.createElement('div');
			Object.assign(mark.style, {
				position: 'fixed',
				left: `${left! - 26}px`,
				top: `${top! - 26}px`,
				width: '52px',
				height: '52px',
				borderRadius: '50%',
				background: 'rgb(43 40 64 / 0.28)',
				border: '3px solid #fff',
				pointerEvents: 'none',
				zIndex: '9999',
			});
			document.body.append(mark);
			const frames = [
				{ opacity: 0, transform: 'scale(1.7)' },
				{ opacity: 1, transform: 'scale(1)', offset: 0.4 },
				{ opacity: 1, transform: 'scale(0.86)', offset: 0.6 },
				{ opacity: 0, transform: 'scale(1)' },
			];
			void mark.animate(frames, { duration: ms!, easing: 'ease-out' }).finished.then(() => mark.remove());
		},
		[x, y, TAPS * 2000],
	);
	await wait(TAPS);
}

/** Look at the table when it is asked, and tap what it invites to. False when there is nothing to tap. */
export async function tapOnce(page: Page, turn: number, wish?: Wish): Promise<boolean> {
	const now = await sight(page);
	const spot = now.asked ? (wish?.(now) ?? choose(now, turn)) : undefined;
	if (!spot) return false;
	await wait(now.holding ? LOOKS / 2 : LOOKS);
	await show(page, spot.x, spot.y);
	await page.mouse.click(spot.x, spot.y);
	// What comes of it is looked at before the next tap.
	await wait(LOOKS / 2);
	return true;
}
