import type { Locator } from '@playwright/test';
import { Api } from '../stage/api.ts';
import { expectAccessible } from '../stage/axe.ts';
import { pdf, png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { boxOf, viewerOf } from '../stage/viewer.ts';

type Threads = { items: { comment_id: number; pin: { x: number; y: number; page: number | null } | null }[] };

/** Where a pin's tip is in the picture, in thousandths. */
async function placeOf(pin: Locator, picture: Locator) {
  const [tip, whole] = [await boxOf(pin), await boxOf(picture)];
  const part = (at: number, from: number, length: number) => Math.round(((at - from) / length) * 1000);
  return { x: part(tip.x, whole.x, whole.width), y: part(tip.y + tip.height, whole.y, whole.height) };
}

test('people talk about a place in a picture, and see at once what others say', async ({ page, desk, server }) => {
  const file = await desk.api.store(desk.appId, desk.folder, png('poster.png', 800, 600));
  await page.goto(`${desk.path}?show=${file}`);
  const viewer = viewerOf(page, 'poster.png');
  await viewer.getByRole('button', { name: 'Show details' }).click();
  await viewer.getByRole('tab', { name: 'Comments' }).click();
  await expect(viewer.getByText('No open comments')).toBeVisible();

  // A pin, and somebody who sees the file, both without leaving the keyboard for long.
  await viewer.getByRole('button', { name: 'Pin to a place' }).click();
  const picture = viewer.getByRole('img', { name: 'poster.png' });
  const box = await boxOf(picture);
  await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
  await expect(viewer.getByRole('img', { name: 'Here' })).toBeVisible();
  const field = viewer.getByRole('textbox', { name: 'Write a comment' });
  await field.pressSequentially('Too dark here, @ana so');
  await expect(viewer.getByRole('option')).toHaveText(['Ana Souza']);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Too dark here, @Ana Souza ');
  await page.keyboard.press('Control+Enter');
  await expect(field).toHaveValue('');
  const thread = viewer.getByRole('listitem').filter({ hasText: 'Too dark here' });
  await expect(thread.getByText('@Ana Souza')).toBeVisible();
  const pin = viewer.getByRole('button', { name: 'Pin 1: Marcos Lima' });
  await expect.poll(() => placeOf(pin, picture)).toEqual({ x: 250, y: 500 });

  // It stands at its place in the picture, however large that is.
  await viewer.getByRole('button', { name: 'Zoom in' }).click();
  await viewer.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await boxOf(picture)).width).not.toBe(box.width);
  await expect.poll(() => placeOf(pin, picture)).toEqual({ x: 250, y: 500 });
  await expectAccessible(page);

  // Ana answers elsewhere, and the page hears of it.
  const ana = await Api.signIn(server.url, 'admin');
  const { items } = await ana.ask<Threads>('GET', `/api/app/${desk.appId}/comment/entry/${file}`);
  const answer = `/api/app/${desk.appId}/comment/answer/${items[0]?.comment_id}`;
  await ana.ask('POST', answer, { text: 'I shall look.' });
  await expect(thread.getByText('I shall look.')).toBeVisible();

  await thread.getByRole('button', { name: 'Resolve' }).click();
  await expect(thread).toBeHidden();
  await expect(pin).toBeHidden();
  await viewer.getByText('Resolved', { exact: true }).click();
  await expect(thread.getByText('Resolved by Marcos Lima')).toBeVisible();
  await thread.getByRole('button', { name: 'Reopen' }).click();
  await expect(thread).toBeHidden();

  // One's own words can be changed, and taken back.
  await viewer.getByText('Open', { exact: true }).click();
  await thread.getByRole('button', { name: 'Options of the comment by Marcos Lima' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await thread.getByRole('textbox', { name: 'Edit' }).fill('Too bright here');
  await viewer.getByRole('button', { name: 'Save' }).click();
  const edited = viewer.getByRole('listitem').filter({ hasText: 'Too bright here' });
  await expect(edited.getByText('edited')).toBeVisible();
  await edited.getByRole('button', { name: 'Options of the comment by Marcos Lima' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this comment?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(viewer.getByText('This comment was deleted.')).toBeVisible();
});

test('a pin on a page leads to its page, also from an address that was mailed', async ({ page, desk }) => {
  const file = await desk.api.store(desk.appId, desk.folder, pdf('plan.pdf', ['First', 'Second', 'Third']));
  const path = `/api/app/${desk.appId}/comment/entry/${file}`;
  await desk.api.ask('POST', path, { text: 'A word is missing.', pin: { x: 300, y: 400, page: 3 } });
  await page.goto(`${desk.path}?show=${file}#comments`);
  await expect(page.getByText('1 of 3')).toBeVisible();
  const pin = page.getByRole('button', { name: 'Pin 1: Marcos Lima' });
  await expect(pin).toBeHidden();
  await page.getByRole('button', { name: 'Pin 1, page 3' }).click();
  await expect(page.getByText('3 of 3')).toBeVisible();
  await expect(pin).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a comment is written below the picture, and kept until it is sent', async ({ page, desk }) => {
    const file = await desk.api.store(desk.appId, desk.folder, png('phone.png', 600, 800));
    await page.goto(`${desk.path}?show=${file}#comments`);
    const field = page.getByRole('textbox', { name: 'Write a comment' });
    await field.fill('Half a thought');
    await page.getByRole('button', { name: 'Hide details' }).tap();
    await expect(field).toBeHidden();
    await page.getByRole('button', { name: 'Show more about the file' }).tap();
    await page.getByRole('tab', { name: 'Comments' }).tap();
    await expect(field).toHaveValue('Half a thought');
    await page.getByRole('button', { name: 'Comment', exact: true }).tap();
    await expect(page.getByRole('listitem').filter({ hasText: 'Half a thought' })).toBeVisible();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wider).toBe(false);
  });
});
