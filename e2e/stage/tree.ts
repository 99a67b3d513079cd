import type { Page } from '@playwright/test';
import { text } from './files.ts';
import type { Desk } from './test.ts';

/** The card of an entry whose name begins so. */
export const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });

/** Folders and files in the folder of a journey, and its page with them. */
export async function fill(page: Page, desk: Desk, tree: Record<string, string[]>): Promise<Map<string, number>> {
  const folders = new Map<string, number>();
  for (const [name, files] of Object.entries(tree)) {
    const id = name === '' ? desk.folder : await desk.api.makeFolder(desk.appId, desk.folder, name);
    folders.set(name, id);
    for (const file of files) await desk.api.store(desk.appId, id, text(file));
  }
  await page.goto(desk.path);
  return folders;
}

/** What lies in a folder. */
export const names = async (desk: Desk, folder: number | undefined) =>
  (await desk.api.list(desk.appId, folder ?? 0)).map(({ name }) => name).toSorted();
