import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../stage/api.ts';
import { noisyPng } from '../stage/files.ts';
import { outOfTime } from '../stage/out-of-time.ts';
import { password } from '../stage/people.ts';
import { type Postgres, postgres } from '../stage/postgres.ts';
import { commanded, type Served, served } from '../stage/served.ts';
import { expect, takeSession, test } from '../stage/test.ts';
import { cell } from '../stage/tree.ts';

// Pictures of the demonstration are drawn first.
const drawn = { timeout: 240_000 };

let data: string;
let database: Postgres;
let own: Served;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  database = await postgres();
  data = mkdtempSync(join(tmpdir(), 'vitrine-tries-'));
  const settings = { VITRINE_DATABASE: database.url };
  commanded(['seed', '--data', data, '--password', password], settings);
  own = await served(data, settings);
});

test.afterAll(async () => {
  await own.stop();
  await database.stop();
  rmSync(data, { recursive: true, force: true });
});

test('a preview that took too long is tried again by itself, and when somebody asks', async ({ page }) => {
  test.setTimeout(600_000);
  const api = await Api.signIn(own.url, 'manager');
  const appId = await api.contentApp();
  const folder = await api.freshFolder(appId);
  await takeSession(page, api, own.url);
  await page.goto(`${own.url}/content/${appId}/navigation/${folder.id}`);
  const tooLate = async (name: string) => {
    const busy = outOfTime(own.pids, name);
    await api.store(appId, folder.id, noisyPng(name, 2400, 1600));
    await expect(cell(page, name)).toContainText('Took too long, next try at', drawn);
    busy.end();
  };
  const picture = (name: string) => cell(page, name).locator('img[data-loaded]');

  await tooLate('first.png');
  await expect(picture('first.png')).toHaveCount(0);
  // Ten minutes pass.
  database.run("UPDATE jobs_job SET run_at = 0 WHERE kind = 'media.draw_slowly' AND state = 'queued'");
  await expect(picture('first.png')).toBeVisible(drawn);

  await tooLate('second.png');
  const again = page.getByRole('menuitem', { name: 'Try the preview again' });
  await cell(page, 'second.png').click({ button: 'right' });
  await again.click();
  await expect(picture('second.png')).toBeVisible(drawn);
  await cell(page, 'second.png').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Download', exact: true })).toBeVisible();
  await expect(again).toHaveCount(0);
});
