import { expect, type Page } from '@playwright/test';
import type { Sample } from './files.ts';
import type { Desk } from './test.ts';

/** Uploads files to the folder that is open, and opens it again once nothing waits for its preview any more. */
export async function uploadTo(page: Page, desk: Desk, files: Sample[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles(files);
  const names = new Set(files.map(({ name }) => name));
  const stored = async () => (await desk.api.list(desk.appId, desk.folder)).filter(({ name }) => names.has(name));
  await expect
    .poll(async () => (await stored()).filter(({ preview }) => preview.status !== 'generating_preview').length, {
      // Pictures of the demonstration are drawn first.
      timeout: 240_000,
    })
    .toBe(files.length);
  await page.goto(desk.path);
}
