import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Waits until animations have ended, because colours in transition cannot be judged. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/**
 * Checks the page with axe, in light and in dark; any finding fails, with its rule and its element. Content behind a
 * modal dialog is a screen of its own and is checked there.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
    await expectNothing(page, scheme);
  }
}

/** As `expectAccessible`, for a page that follows the system's colours by itself. */
export async function expectAccessibleBySystem(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNothing(page, colorScheme);
  }
}

async function expectNothing(page: Page, scheme: string): Promise<void> {
  await settled(page);
  const asked = new AxeBuilder({ page });
  const modal = '[aria-modal="true"]';
  // A dialog may be over a drawer: both are checked.
  if (await page.locator(modal).last().isVisible()) asked.include(modal);
  const { violations } = await asked.analyze();
  const findings = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${scheme}: ${id}: ${node.html}`));
  expect(findings, 'axe finds nothing').toEqual([]);
}
