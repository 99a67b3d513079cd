import type { Locator, Page } from '@playwright/test';

/** What a banner says, or the tray: while the tray lists a background action, no banner repeats it. */
export const told = (page: Page, words: RegExp): Locator => page.getByText(words).first();

/** Takes back what was done last, where that is offered: by the banner or in the tray. */
export async function takeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Undo/ }).first().click();
}
