import type { Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { png, type Sample, text } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';
import { uploadTo } from '../stage/upload.ts';

const lying = png('plan.png', 320, 240);
const upright = png('plan.png', 240, 320);

type Versions = { versions: { number: number; label: string; is_current: boolean; size: number }[] };

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });

async function fileOf(desk: Desk): Promise<number> {
  const [entry] = await desk.api.list(desk.appId, desk.folder);
  return entry?.node_id ?? 0;
}

/** The versions of the only file, as numbers with their bytes. */
async function versionsOf(desk: Desk): Promise<string[]> {
  const path = `/api/app/${desk.appId}/version/entry/${await fileOf(desk)}`;
  const { versions } = await desk.api.ask<Versions>('GET', path);
  return versions.map(({ number, size, is_current }) => `${number}: ${size}${is_current ? ' now' : ''}`);
}

/** Uploads a file of a name that the folder has, and has it replaced. */
async function replace(page: Page, desk: Desk, file: Sample): Promise<void> {
  const before = await versionsOf(desk);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles([file]);
  const question = page.getByRole('dialog', { name: 'Names that exist already' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Replace' }).click();
  // Its preview was ready before, too.
  await expect.poll(async () => (await versionsOf(desk)).length).toBe(before.length + 1);
  await expect
    .poll(async () => (await desk.api.list(desk.appId, desk.folder)).map(({ preview }) => preview.status), {
      timeout: 120_000,
    })
    .toEqual(['ready']);
}

test('a picture is replaced by its upload, compared, restored, named, and a version of it deleted', async ({
  page,
  desk,
}) => {
  await uploadTo(page, desk, [lying]);
  await replace(page, desk, upright);
  await expect.poll(() => versionsOf(desk)).toEqual([`2: ${upright.buffer.length} now`, `1: ${lying.buffer.length}`]);
  await expect(page.getByRole('gridcell')).toHaveCount(1);

  await cell(page, 'plan\\.png').click();
  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('tab', { name: 'Versions' }).click();
  const rows = panel.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Version 2');
  await expect(rows.first()).toContainText('Current');
  await expect(rows.first()).toContainText('by Marcos Lima');
  await expect(rows.last().locator('img')).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Actions for Version 1' }).click();
  await page.getByRole('menuitem', { name: 'Compare with the current one' }).click();
  const compared = page.getByRole('dialog', { name: 'Versions of plan.png' });
  for (const name of ['Version 1', 'Version 2']) {
    const picture = compared.getByRole('img', { name });
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  }
  // Both are zoomed together.
  const widths = () =>
    compared.getByRole('img', { name: /^Version \d$/ }).evaluateAll((all) => all.map((one) => one.clientWidth));
  const before = await widths();
  await compared.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await widths()).map((width, at) => width > (before[at] ?? 0))).toEqual([true, true]);
  await expectAccessible(page);
  await compared.getByText('Swipe', { exact: true }).click();
  const line = compared.getByRole('slider', { name: 'Line between Version 1 and Version 2' });
  await line.focus();
  await page.keyboard.press('End');
  await expect(line).toHaveAttribute('aria-valuenow', '100');
  await compared.getByText('Difference', { exact: true }).click();
  await expect(compared.getByText('What is equal is black.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(compared).toBeHidden();

  await panel.getByRole('button', { name: 'Actions for Version 1' }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(page.getByText(/^plan\.png is as in version 1 again\./)).toBeVisible();
  await expect(rows.first()).toContainText('from version 1');
  await expect.poll(() => versionsOf(desk)).toEqual([`3: ${lying.buffer.length} now`, `2: ${upright.buffer.length}`]);
  await expect(rows).toHaveCount(2);

  await panel.getByRole('button', { name: 'Actions for Version 2' }).click();
  await page.getByRole('menuitem', { name: 'Give it a name' }).click();
  await panel.getByRole('textbox', { name: 'Name of version 2' }).fill('Upright');
  await page.keyboard.press('Enter');
  await expect(rows.last()).toContainText('Upright');

  await panel.getByRole('button', { name: 'Actions for Version 2, Upright' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Version 2, Upright?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(1);
  await expect.poll(() => versionsOf(desk)).toEqual([`3: ${lying.buffer.length} now`]);
});

test('a file of another name becomes a new version, and both texts are compared', async ({ page, desk }) => {
  await uploadTo(page, desk, [text('notes.txt', 'One\nThe house is red.\n')]);
  await cell(page, 'notes\\.txt').click({ button: 'right' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload new version' }).click();
  await (await chooser).setFiles([text('final.txt', 'One\nThe house is blue.\nTwo\n')]);
  await expect.poll(async () => (await versionsOf(desk)).length).toBe(2);
  expect((await desk.api.list(desk.appId, desk.folder)).map(({ name }) => name)).toEqual(['notes.txt']);

  await page.goto(`${desk.path}?show=${await fileOf(desk)}#versions`);
  const viewer = page.getByRole('dialog', { name: 'Preview of notes.txt' });
  await viewer.getByRole('button', { name: 'Actions for Version 2' }).click();
  await page.getByRole('menuitem', { name: 'Compare with the one before' }).click();
  const compared = page.getByRole('dialog', { name: 'Versions of notes.txt' });
  await expect(compared.getByText('2 lines added, 1 line removed')).toBeVisible();
  await expect(compared.locator('del')).toHaveText('red');
  await expect(compared.locator('ins')).toHaveText('blue');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(compared).toBeHidden();
  await expect(viewer).toBeVisible();
});

test('who looks at a file sees its new version without a reload', async ({ page, desk }) => {
  await uploadTo(page, desk, [lying]);
  const file = await fileOf(desk);
  await page.goto(`${desk.path}?show=${file}#versions`);
  const viewer = page.getByRole('dialog', { name: 'Preview of plan.png' });
  const rows = viewer.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  const other = await page.context().newPage();
  await other.goto(desk.path);
  await replace(other, desk, upright);
  await other.close();
  await expect(rows).toHaveCount(2);
  const shape = () =>
    viewer
      .getByRole('img', { name: 'plan.png' })
      .evaluate((one: HTMLImageElement) => one.naturalWidth < one.naturalHeight);
  await expect.poll(shape).toBe(true);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('versions are compared by touch, and fit', async ({ page, desk }) => {
    await uploadTo(page, desk, [lying]);
    await replace(page, desk, upright);
    await page.goto(`${desk.path}?show=${await fileOf(desk)}#versions`);
    const viewer = page.getByRole('dialog', { name: 'Preview of plan.png' });
    await viewer.getByRole('button', { name: 'Actions for Version 1' }).tap();
    await page.getByRole('menuitem', { name: 'Compare with the current one' }).tap();
    const compared = page.getByRole('dialog', { name: 'Versions of plan.png' });
    await expect(compared.getByRole('img', { name: 'Version 1' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await compared.getByText('Swipe', { exact: true }).tap();
    const line = compared.getByRole('slider');
    const [from, stage] = [await line.boundingBox(), await compared.getByRole('region').boundingBox()];
    if (from === null || stage === null) throw new Error('they are shown');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(stage.x + stage.width / 4, from.y + from.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(line).toHaveAttribute('aria-valuenow', '25');
    await expectAccessible(page);
    await compared.getByRole('button', { name: 'Close' }).tap();
    await expect(compared).toBeHidden();
    await viewer.getByRole('button', { name: 'Actions for Version 1' }).tap();
    await page.getByRole('menuitem', { name: 'Restore' }).tap();
    await expect(page.getByText(/^plan\.png is as in version 1 again\./)).toBeVisible();
  });
});

test('an admin says how many versions are kept', async ({ page, desk, enterAs }) => {
  await enterAs('admin');
  await page.goto(`/content/${desk.appId}/settings/version`);
  const most = page.getByRole('textbox', { name: 'Earlier versions of each file' }).first();
  await most.fill('50');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText(/was saved$/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(most).toHaveValue('50');
  await most.fill('');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText(/was saved$/)).toBeVisible();
});
