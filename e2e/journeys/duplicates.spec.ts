import { expectAccessible } from '../stage/axe.ts';
import { text } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';
import { takeBack } from '../stage/told.ts';
import { cell, names } from '../stage/tree.ts';

const wordsOf = (desk: Desk) => `Only ${desk.name} has this. `.repeat(8000);

/** Two folders with files of one content, which no other journey has; the first is called as the journey's folder. */
async function twice(desk: Desk): Promise<[number, number]> {
  const one = await desk.api.makeFolder(desk.appId, desk.folder, 'One');
  const two = await desk.api.makeFolder(desk.appId, desk.folder, 'Two');
  await desk.api.store(desk.appId, one, text(`${desk.name}.txt`, wordsOf(desk)));
  await desk.api.store(desk.appId, two, text('again.txt', wordsOf(desk)));
  return [one, two];
}

test('a file tells where else it is, and so does an upload', async ({ page, desk }) => {
  const [one] = await twice(desk);
  await page.goto(`/content/${desk.appId}/navigation/${one}`);
  await cell(page, desk.name).click();
  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  const also = panel.getByRole('region', { name: 'Also in' });
  await expect(also.getByRole('link', { name: /^again\.txt/ })).toBeVisible();
  await expectAccessible(page);
  await also.getByRole('link', { name: /^again\.txt/ }).click();
  await expect(page.getByRole('heading', { name: 'Two' })).toBeVisible();

  await page.goto(desk.path);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles([text('third.txt', wordsOf(desk))]);
  const known = page.getByRole('list', { name: 'Files with the same content' });
  await expect(known).toContainText(`The same file is there already: ${desk.name}.txt in One`);
});

test('all duplicates of a repository but the oldest are removed, and come back', async ({ page, desk, enterAs }) => {
  const [one, two] = await twice(desk);
  type Entry = { parent_id: number };
  const folder = await desk.api.ask<Entry>('GET', `/api/app/${desk.appId}/entry/${desk.folder}`);
  await enterAs('admin');
  await page.goto(`/content/${desk.appId}/duplicates/${folder.parent_id}`);
  await expect(page.getByRole('heading', { name: 'Find duplicates' })).toBeVisible();
  const name = `${desk.name}.txt`;
  await page.getByRole('button', { name: `Show the files like ${name}` }).click();
  const files = page.getByRole('list', { name: `Files with the content of ${name}` });
  await expect(files.getByRole('link')).toHaveText([name, 'again.txt']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Select all but the oldest' }).click();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => names(desk, two)).toEqual([]);
  expect(await names(desk, one)).toEqual([name]);
  await takeBack(page);
  await expect.poll(() => names(desk, two)).toEqual(['again.txt']);
});
