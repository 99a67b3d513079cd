import { Api } from '../stage/api.ts';
import { expectAccessible } from '../stage/axe.ts';
import { png } from '../stage/files.ts';
import { expect, takeSession, test } from '../stage/test.ts';
import { viewerOf } from '../stage/viewer.ts';

test('Marcos asks Ana, she approves what she sees, and the card says so', async ({ page, desk, server, browser }) => {
  await desk.api.store(desk.appId, desk.folder, png('to-approve.png', 800, 600));
  const card = page.getByRole('gridcell', { name: /^to-approve\.png/ });
  await card.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Ask for review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for review of to-approve.png' });
  await dialog.getByLabel('Who should review?').fill('ana');
  await page.getByRole('option', { name: 'Ana Souza' }).click();
  await dialog.getByRole('textbox', { name: 'Message (optional)' }).fill('Ready to print?');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask for review' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText('In review')).toBeVisible();

  // Ana finds it on her home, and answers in the viewer.
  const context = await browser.newContext({ baseURL: server.url });
  const ana = await context.newPage();
  await takeSession(ana, await Api.signIn(server.url, 'admin'));
  await ana.goto('/');
  const strip = ana.getByRole('region', { name: 'Waiting for you' });
  await strip.getByTitle('to-approve.png').click();
  const viewer = viewerOf(ana, 'to-approve.png');
  await expect(viewer.getByRole('tab', { name: 'Review', selected: true })).toBeVisible();
  await expect(viewer.getByText('Ready to print?')).toBeVisible();
  await expectAccessible(ana);
  await viewer.getByRole('textbox', { name: 'Comment (optional)' }).fill('Lovely.');
  await viewer.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(viewer.getByText('You have approved this version.')).toBeVisible();
  await expectAccessible(ana);
  await context.close();

  // The page of Marcos hears of it.
  await expect(card.getByText('Approved')).toBeVisible();
  await card.click();
  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('tab', { name: 'Review' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Ana Souza' })).toContainText('Lovely.');
  await panel.getByRole('button', { name: 'Close review' }).click();
  await page.getByRole('dialog', { name: 'Close this review?' }).getByRole('button', { name: 'Close review' }).click();
  await expect(panel.getByText('Not reviewed yet')).toBeVisible();
  await expect(card.getByText('Approved')).toBeHidden();
  await panel.getByRole('button', { name: '1 earlier review' }).click();
  await expect(panel.getByText(/^Closed by Marcos Lima/)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('people are asked from below the picture', async ({ page, desk }) => {
    const file = await desk.api.store(desk.appId, desk.folder, png('small.png', 600, 800));
    await page.goto(`${desk.path}?show=${file}#review`);
    await page.getByRole('button', { name: 'Ask for review' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Ask for review of small.png' });
    await dialog.getByLabel('Who should review?').fill('ana');
    await page.getByRole('option', { name: 'Ana Souza' }).tap();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Ask for review' }).tap();
    await expect(page.getByText('0 of 1 has approved')).toBeVisible();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wider).toBe(false);
  });
});
