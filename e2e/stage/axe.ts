import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Waits until animations have ended, because colours in transition cannot be judged. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

const schemes = ['light', 'dark'] as const;

/** Of the rules, these are about colours: the others find in dark what they find in light. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the page with axe, in light, and its colours in dark, too; any finding fails, with its rule and its element.
 * Content behind a modal dialog is a screen of its own and is checked there.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of schemes) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
    await expectNothing(page, scheme);
  }
}

/** As `expectAccessible`, for a page that follows the system's colours by itself. */
export async function expectAccessibleBySystem(page: Page): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await expectNothing(page, colorScheme);
  }
}

async function expectNothing(page: Page, scheme: (typeof schemes)[number]): Promise<void> {
  await settled(page);
  // No page has a frame of another origin; asking such frames would take a second page for each check.
  const asked = new AxeBuilder({ page }).setLegacyMode();
  if (scheme === 'dark') asked.withRules(ofColours);
  const modal = '[aria-modal="true"]';
  // A dialog may be over a drawer: both are checked.
  if (await page.locator(modal).last().isVisible()) asked.include(modal);
  const { violations } = await asked.analyze();
  const findings = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${scheme}: ${id}: ${node.html}`));
  expect(findings, 'axe finds nothing').toEqual([]);
}
