import type { Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { png, svg, text } from '../stage/files.ts';
import { expect, takeSession, test } from '../stage/test.ts';
import { uploadTo } from '../stage/upload.ts';

const ICON = 'img[src*="rendition/icon"]';

/** Chooses a picture in the dialog of the entry with this card. */
async function choose(page: Page, name: string, picture = png('logo.png', 640, 400)): Promise<void> {
  await page.getByRole('gridcell', { name: new RegExp(`^${name}`) }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Set icon' }).click();
  const dialog = page.getByRole('dialog', { name: `Icon of ${name}` });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: /^Choose a/ }).click();
  await (await chooser).setFiles([picture]);
}

test('a folder and a file get an icon, which others see at once, and their usual look back', async ({
  page,
  desk,
  browser,
}) => {
  const folder = { folder_parent_id: desk.folder, name: 'Campaign' };
  await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, folder);
  const other = await browser.newPage();
  await takeSession(other, desk.api, desk.api.url);
  await other.goto(`${desk.api.url}${desk.path}`);
  await expect(other.getByRole('gridcell', { name: /^Campaign/ })).toBeVisible();

  await choose(page, 'Campaign');
  const dialog = page.getByRole('dialog', { name: 'Icon of Campaign' });
  const crop = dialog.getByRole('button', { name: /^Part of the picture/ });
  const zoom = dialog.getByRole('slider', { name: 'Zoom' });
  const before = Number(await zoom.inputValue());
  await crop.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(before);
  await crop.hover();
  await page.mouse.wheel(0, 2000);
  await expect(zoom).toHaveValue('0');
  await expect(dialog.getByText('Light')).toBeVisible();
  await expect(dialog.getByText('Dark')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set icon' }).click();
  await expect(dialog).toBeHidden();
  const card = page.getByRole('gridcell', { name: /^Campaign/ });
  await expect(card.locator(ICON)).toBeVisible();
  await expect(other.getByRole('gridcell', { name: /^Campaign/ }).locator(ICON)).toBeVisible();
  await expectAccessible(page);

  await uploadTo(page, desk, [text('terms.txt')]);
  await choose(page, 'terms.txt', png('paper.png', 300, 300));
  await page.getByRole('dialog', { name: 'Icon of terms.txt' }).getByRole('button', { name: 'Set icon' }).click();
  await expect(page.getByRole('gridcell', { name: /^terms/ }).locator(ICON)).toBeVisible();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('row', { name: /^Campaign/ }).locator(ICON)).toBeVisible();
  await page.getByRole('button', { name: 'Grid', exact: true }).click();

  await card.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove icon' }).click();
  await expect(card.locator(ICON)).toHaveCount(0);
  await expect(page.getByText('Campaign has no icon of its own any more.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(card.locator(ICON)).toBeVisible();
  await other.close();
});

test('what is no picture for this browser says so, and nothing is sent', async ({ page, desk }) => {
  await uploadTo(page, desk, [text('terms.txt')]);
  await choose(page, 'terms.txt', text('words.png', 'No picture.'));
  const dialog = page.getByRole('dialog', { name: 'Icon of terms.txt' });
  await expect(dialog.getByRole('alert')).toHaveText(/cannot show this file as a picture/);
  await expect(dialog.getByRole('button', { name: 'Set icon' })).toBeDisabled();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a picture' }).click();
  await (await chooser).setFiles([svg('drawing.svg')]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('gridcell', { name: /^terms/ }).locator(ICON)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

  test('a picture that is pasted is cut and set', async ({ page, desk }) => {
    await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, { folder_parent_id: desk.folder, name: 'Campaign' });
    const card = page.getByRole('gridcell', { name: /^Campaign/ });
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: 'Actions for Campaign' }).click();
    await page.getByRole('menuitem', { name: 'Set icon' }).click();
    const dialog = page.getByRole('dialog', { name: 'Icon of Campaign' });
    await expect(dialog.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
    const bytes = png('pasted.png', 320, 200).buffer.toString('base64');
    await page.evaluate((sent) => {
      const file = new File([Uint8Array.from(atob(sent), (letter) => letter.charCodeAt(0))], 'pasted.png');
      const clipboardData = new DataTransfer();
      clipboardData.items.add(file);
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, bytes);
    await expect(dialog.getByRole('button', { name: /^Part of the picture/ })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await dialog.getByRole('button', { name: 'Set icon' }).click();
    await expect(card.locator(ICON)).toBeVisible();
  });
});
