import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../stage/axe.ts';
import { besideStore, enterAsAdmin } from '../stage/beside-store.ts';
import { bucket } from '../stage/object-store.ts';
import { expect, test } from '../stage/test.ts';

const beside = besideStore();

test('a repository moves from a disk into a bucket, by its menu', async ({ browser }) => {
  const { data, store, url } = beside;
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const { api: admin, appId } = await enterAsAdmin(page, url);
  type Repositories = { items: { tenant_id: number; title: string; repository_id: number; file_server_id: number }[] };
  const path = `/api/app/${appId}/repository/admin`;
  const [repository] = (await admin.ask<Repositories>('GET', path)).items;
  if (repository === undefined) throw new Error('the demonstration has a repository');
  await admin.ask('POST', `/api/app/${appId}/fileserver`, {
    ...{ label: 'The bucket', type: 's3', url: store.url, tenant_ids: [repository.tenant_id] },
    ...{ region: bucket.region, bucket: bucket.name, access_key: bucket.key, secret_key: bucket.secret },
  });

  await page.goto(`/content/${appId}/settings/repository`);
  const row = page.getByRole('row').filter({ hasText: repository.title });
  await row.getByRole('button', { name: `Actions for ${repository.title}` }).click();
  await page.getByRole('menuitem', { name: 'Move to another file server' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'New file server' }).click();
  await page.getByRole('option', { name: 'The bucket' }).click();
  await expect(form.getByText(/files? \(.*\) moves?/)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(row).toContainText('It has moved.', { timeout: 240_000 });
  await expect(row).toContainText('The bucket');

  await row.getByRole('button', { name: `Actions for ${repository.title}` }).click();
  await page.getByRole('menuitem', { name: 'Move to another file server' }).click();
  await expect(form.getByText(/is deleted about an hour later/)).toBeVisible();
  await expectAccessible(page);
  expect(existsSync(join(data, 'files'))).toBe(true);
  const moved = (await admin.ask<Repositories>('GET', path)).items.find(
    (one) => one.repository_id === repository.repository_id,
  );
  expect(moved?.file_server_id).not.toBe(repository.file_server_id);
  await context.close();
});
