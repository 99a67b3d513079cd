import type { Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { png, type Sample, text } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';

async function upload(page: Page, files: readonly Sample[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles([...files]);
  for (const { name } of files) await expect(cell(page, name)).toBeVisible();
}

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });

/** A folder with two pictures and a text; its name is a word that nothing else has. */
async function library(page: Page, desk: Desk): Promise<string> {
  const word = `Verão${desk.folder}`;
  const asked = { folder_parent_id: desk.folder, name: `Campanha ${word}` };
  const made = await desk.api.ask<{ node_id: number }>('POST', `/api/app/${desk.appId}/folder`, asked);
  await page.goto(`/content/${desk.appId}/navigation/${made.node_id}`);
  await upload(page, [png('Key visual – beach.png'), png('Beach tall.png', 240, 320), text('Beach notes.txt')]);
  // The shape of a picture is known when its preview is.
  for (const name of ['Key visual – beach.png', 'Beach tall.png'])
    await expect(cell(page, name).locator('img[data-loaded]')).toBeVisible({ timeout: 120_000 });
  return word;
}

/** Types into the field of the top bar and shows all that is found. */
async function searchFor(page: Page, term: string): Promise<void> {
  await page.getByRole('button', { name: /^Search or jump to/ }).click();
  await page.getByRole('textbox', { name: 'Search or type where to go' }).fill(term);
  await page.getByRole('button', { name: `Search the library for “${term}”` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `for “${term}”` })).toBeVisible();
}

test('words are found in any order in the name and the folder, and the way there is a link', async ({ page, desk }) => {
  const word = await library(page, desk);
  const folded = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  await searchFor(page, `beach ${folded} visual`);
  await expect(cell(page, 'Key visual – beach.png')).toBeVisible();
  await expect(page.getByRole('gridcell')).toHaveCount(1);
  await expect(page.locator('[role=gridcell] mark').first()).toBeVisible();
  // The words stay in the bar.
  await expect(page.getByRole('button', { name: `Search or jump to: beach ${folded} visual` })).toBeVisible();
  await page.getByRole('gridcell').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: `Campanha ${word}` })).toBeVisible();
  await page.goBack();
  await expect(cell(page, 'Key visual – beach.png')).toBeVisible();
  await cell(page, 'Key visual – beach.png').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Campanha ${word}` })).toBeVisible();
  await expect(cell(page, 'Key visual – beach.png')).toHaveAttribute('aria-selected', 'true');
});

test('hits are narrowed by what is chosen, and Back takes a choice back', async ({ page, desk }) => {
  const word = await library(page, desk);
  await searchFor(page, word);
  const beach = page.getByRole('gridcell', { name: /each/ });
  await expect(beach).toHaveCount(3);
  const choices = page.getByRole('search', { name: 'Narrow the results' });
  await choices.getByRole('checkbox', { name: 'Pictures' }).click();
  await expect(choices.getByRole('checkbox', { name: 'Pictures' })).toBeChecked();
  await expect(beach).toHaveCount(2);
  await choices.getByRole('button', { name: 'Portrait: 1' }).click();
  await expect(beach).toHaveCount(1);
  await expect(cell(page, 'Beach tall.png')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Pictures' }).click();
  await expect(page.getByRole('button', { name: 'Remove Pictures' })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Remove Pictures' })).toBeVisible();
  await page.reload();
  await expect(beach).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(beach).toHaveCount(3);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('row', { name: /Beach notes\.txt/ })).toBeVisible();
});

test('a letter may be wrong, and what was searched for last is offered again', async ({ page, desk }) => {
  const word = `dunes${desk.folder}`;
  await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, { folder_parent_id: desk.folder, name: word });
  const mistyped = word.replace('nes', 'ens');
  await searchFor(page, mistyped);
  await expect(cell(page, word)).toBeVisible();
  await page.goto(desk.path);
  await page.getByRole('button', { name: 'Search or jump to' }).click();
  const last = page.getByRole('dialog').getByRole('button', { name: mistyped });
  await expect(last).toBeVisible();
  await last.click();
  await expect(cell(page, word)).toBeVisible();
});

test('on a phone the choices are in a sheet', async ({ page, desk }) => {
  const word = await library(page, desk);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/content/${desk.appId}/search?term=${encodeURIComponent(word)}`);
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Narrow the results' });
  await sheet.getByRole('checkbox', { name: 'Documents' }).click();
  await expect(sheet.getByRole('checkbox', { name: 'Documents' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('gridcell', { name: /each/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
});

test('what is typed while the palette is on its way is in its field', async ({ page, desk }) => {
  await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, { folder_parent_id: desk.folder, name: 'Behind' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/CommandPalette.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(desk.path);
  await cell(page, 'Behind').click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('summer');
  await page.keyboard.press('Delete');
  release();
  const field = page.getByRole('textbox', { name: 'Search or type where to go' });
  await expect(field).toHaveValue('summer');
  await expect(field).toBeFocused();
  await page.keyboard.type(' days');
  await expect(field).toHaveValue('summer days');
  // Once it is loaded, keys that follow the shortcut at once are not lost either.
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(cell(page, 'Behind')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('again');
  await expect(field).toHaveValue('again');
});

test('a picture that the palette finds opens over its folder, and Back leads to where one was', async ({
  page,
  desk,
}) => {
  const name = `Palette ${desk.folder}.png`;
  await upload(page, [png(name), png('beside.png')]);
  await page.goto('/');
  // The page hears keys once it is drawn.
  await expect(page.getByRole('button', { name: /^Search or jump to/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`Palette ${desk.folder}`);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('dialog', { name: `Preview of ${name}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cell(page, 'beside.png')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('the results and the choices are accessible', async ({ page, desk }) => {
  const word = await library(page, desk);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`/content/${desk.appId}/search?term=${encodeURIComponent(word)}&type=pictures&shape=portrait`);
    await expect(page.getByRole('search', { name: 'Narrow the results' })).toBeVisible();
    await expect(cell(page, 'Beach tall.png')).toBeVisible();
    await expectAccessible(page);
  }
});

test('a search is saved with what narrows it, found again from anywhere, renamed and removed', async ({
  page,
  desk,
}) => {
  const word = await library(page, desk);
  await searchFor(page, word);
  await page.getByRole('checkbox', { name: 'Pictures' }).click();
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  await page.getByRole('button', { name: 'Save search' }).click();
  const title = `${word} · Pictures`;
  const drawer = page.getByRole('navigation').getByRole('link', { name: title });
  await expect(drawer).toHaveAttribute('aria-current', 'page');
  await page.goto('/');
  await drawer.click();
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  const saved = page.getByRole('button', { name: `Saved search “${title}”` });
  await saved.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`Beaches 1/2 ${word}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  const renamed = page.getByRole('navigation').getByRole('link', { name: `Beaches 1/2 ${word}` });
  await expect(renamed).toBeVisible();
  await expectAccessible(page);
  await page.goto('/');
  await page.getByRole('button', { name: /^Search or jump to/ }).click();
  await page.getByRole('textbox', { name: 'Search or type where to go' }).fill(`1/2 ${word.toLowerCase()}`);
  await page.getByRole('button', { name: `Beaches 1/2 ${word}` }).click();
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  await page.getByRole('button', { name: `Saved search “Beaches 1/2 ${word}”` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Save search' })).toBeVisible();
  await expect(renamed).toBeHidden();
});
