import { expectAccessible, expectAccessibleBySystem } from '../stage/axe.ts';
import { pdf, png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

test('a link with a watermark shows marked pictures and nothing else', async ({
  page,
  browser,
  context,
  desk,
  enterAs,
}) => {
  test.setTimeout(300_000);
  await enterAs('admin');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const folder = await desk.api.makeFolder(desk.appId, desk.folder, 'Press');
  const picture = await desk.api.store(desk.appId, folder, png('beach.png', 640, 400));
  await desk.api.store(desk.appId, folder, pdf('plan.pdf', ['A plan']));
  await expect
    .poll(async () => (await desk.api.list(desk.appId, folder)).map((entry) => entry.preview.status), {
      timeout: 240_000,
    })
    .toEqual(['ready', 'ready']);
  await page.goto(desk.path);
  await page.getByRole('gridcell', { name: /^Press/ }).click();
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Share Press' });
  await dialog.getByRole('switch', { name: /^View only/ }).click();
  await dialog.getByRole('switch', { name: 'With a watermark' }).click();
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('For review');
  await dialog.getByRole('checkbox', { name: 'With the day of the visit' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make and copy a link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText('view only, with a watermark');
  const address = await page.evaluate(() => navigator.clipboard.readText());

  const outside = await browser.newContext();
  const visitor = await outside.newPage();
  await visitor.goto(address);
  await expect(visitor.getByText('To look at, with a watermark')).toBeVisible();
  await expect(visitor.getByRole('link', { name: /^Download/ })).toHaveCount(0);
  await expectAccessibleBySystem(visitor);
  const token = new URL(address).pathname.split('/').at(-1) ?? '';
  const of = (path: string) => `/api/link/${token}${path}`;
  const marked = await (await visitor.request.get(of(`/picture/${picture}?size=320`))).body();
  const plain = await page.request.get(`/api/app/${desk.appId}/rendition/preview/${picture}?size=320`);
  expect(plain.status()).toBe(200);
  expect(marked.equals(await plain.body())).toBe(false);
  expect((await visitor.request.get(of(`/content/${picture}`))).status()).toBe(403);
  expect((await visitor.request.get(of('/archive'))).status()).toBe(403);

  // On a phone the document is looked at as a marked picture.
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.getByRole('list', { name: 'Files' }).getByRole('link', { name: 'plan.pdf', exact: true }).click();
  const viewer = visitor.getByRole('dialog', { name: 'Preview of plan.pdf' });
  await expect(viewer.locator('img[alt="plan.pdf"]')).toBeVisible();
  await expect(viewer.locator('iframe, object, embed, a[download]')).toHaveCount(0);
  await outside.close();
});
