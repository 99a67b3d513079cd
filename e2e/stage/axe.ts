import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Asks axe about the page as it stands, in light and in dark; any finding fails, with its rule and its element. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const findings = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${scheme}: ${id}: ${node.html}`));
    expect(findings, 'axe finds nothing').toEqual([]);
  }
}
