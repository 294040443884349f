// What a hand does for a picture, at any table with cards.
import type { Locator, Page } from '@playwright/test';

export const first = (page: Page, selector: string): Locator => page.locator(selector).first();

/** Take up a card from the middle of those that may be played. */
export async function pickCard(page: Page): Promise<void> {
	const cards = page.locator('.frame .hand [data-can="true"]');
	await cards.nth(Math.floor((await cards.count()) / 2)).click();
}

export const wrongCard = (page: Page): Promise<void> => first(page, '.frame .hand [data-can="false"]').click();
