import type { Page } from '@playwright/test';

/** The page fetches what drags entries when somebody first touches it; until then nothing is dragged. */
export async function readyToDrag(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/start-drag-')),
  );
}
