// What players, rulers and puppets need of a browser. Every page of Playwright has it, and so has `others/webkit.ts`.
import type { Page } from '@playwright/test';

export type Screen = Pick<Page, 'goto' | 'reload' | 'evaluate' | 'setViewportSize' | 'screenshot'> & {
	mouse: Pick<Page['mouse'], 'move' | 'down' | 'up' | 'click'>;
};
