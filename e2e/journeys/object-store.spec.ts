import { expectAccessible } from '../stage/axe.ts';
import { besideStore, enterAsAdmin } from '../stage/beside-store.ts';
import { png } from '../stage/files.ts';
import { bucket } from '../stage/object-store.ts';
import { expect, test } from '../stage/test.ts';

const beside = besideStore();

test('a library is kept in a bucket, set up and used through the screens alone', async ({ browser }) => {
  const { store, url } = beside;
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const { appId } = await enterAsAdmin(page, url);

  await page.goto(`/content/${appId}/settings/file_server`);
  await page.getByRole('button', { name: 'New file server', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('The bucket');
  await form.getByRole('combobox', { name: 'Where files are kept' }).click();
  await page.getByRole('option', { name: 'Bucket of an S3 store' }).click();
  await form.getByRole('textbox', { name: 'Address of the store' }).fill(store.url);
  await form.getByLabel('Region').fill(bucket.region);
  await form.getByRole('textbox', { name: 'Bucket', exact: true }).fill(bucket.name);
  await form.getByRole('textbox', { name: 'Folder in the bucket' }).fill('casa lumen');
  await form.getByLabel('Access key').fill(bucket.key);
  await form.getByLabel('Secret key').fill('not the secret');
  await expectAccessible(page);
  const create = form.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  await expect(form.getByRole('textbox', { name: 'Folder in the bucket' })).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('textbox', { name: 'Folder in the bucket' }).fill('casa-lumen');
  await create.click();
  await expect(form.getByLabel('Secret key')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Secret key').fill(bucket.secret);
  await create.click();
  await expect(form).toBeHidden();
  const row = page.getByRole('row', { name: /The bucket/ });
  await expect(row).toContainText(bucket.name);
  await expect(page.locator('body')).not.toContainText(bucket.secret);

  await page.goto(`/content/${appId}/settings/repository`);
  await page.getByRole('button', { name: 'New repository', exact: true }).click();
  await form.getByLabel('Title').fill('In the bucket');
  await form.getByLabel('Folder').fill('in-the-bucket');
  await form.getByRole('combobox', { name: 'File server' }).click();
  await page.getByRole('option', { name: 'The bucket' }).click();
  await create.click();
  await expect(form).toBeHidden();

  await page.goto(`/content/${appId}/navigation/home`);
  await page
    .getByRole('link', { name: /In the bucket/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'In the bucket' })).toBeVisible();
  const picture = png('first.png');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('main').getByRole('button', { name: 'Upload files' }).click();
  await (await chooser).setFiles([picture]);
  const cell = page.getByRole('gridcell', { name: /^first\.png/ });
  // Pictures of the demonstration are drawn first.
  await expect(cell.locator('img[data-loaded]')).toBeVisible({ timeout: 240_000 });
  await cell.click();
  const download = page.waitForEvent('download');
  await page.keyboard.press('d');
  const file = await (await download).createReadStream();
  const bytes: Buffer[] = [];
  for await (const piece of file) bytes.push(piece);
  expect(Buffer.concat(bytes).equals(picture.buffer)).toBe(true);
  await context.close();
});
