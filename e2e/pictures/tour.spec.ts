import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test } from '../stage/test.ts';

type Items = { items: { node_id: number; name: string; preview: { status: string } }[] };

/** The moving picture of the README: moments of real screens, each shown for some seconds. ffmpeg joins them. */
test('a tour: browsing, looking, searching, dark', async ({ page, enterAs }, info) => {
  const ana = await enterAs('admin');
  const appId = await ana.contentApp();
  const app = `/api/app/${appId}`;
  const [summer] = (await ana.ask<Items>('GET', `${app}/search?term=Summer`)).items;
  const list = async () => (await ana.ask<Items>('GET', `${app}/entry/list/${summer?.node_id}`)).items;
  await expect
    .poll(async () => [...new Set((await list()).map((entry) => entry.preview.status))], { timeout: 180_000 })
    .toEqual(['ready']);

  const moments: string[] = [];
  const moment = async (seconds: number) => {
    await page.waitForLoadState('networkidle');
    const path = info.outputPath(`${moments.length}.png`);
    await page.screenshot({ path });
    moments.push(`file '${path}'\nduration ${seconds}`);
  };

  await page.goto(`/content/${appId}/navigation/home`);
  await expect(page.getByRole('main')).toBeVisible();
  await moment(1.5);
  await page.goto(`/content/${appId}/navigation/${summer?.node_id}`);
  const cards = page.getByRole('grid').locator('img[data-loaded]');
  await expect(cards.first()).toBeVisible();
  await moment(2);

  const picture = page.getByRole('gridcell').filter({ has: page.locator('img[data-loaded]') });
  await picture.first().click();
  await moment(1);
  await page.keyboard.press('Space');
  const lightbox = page.getByRole('dialog', { name: /^Preview of/ });
  await expect(lightbox.locator('img').first()).toBeVisible();
  await moment(1.5);
  await page.keyboard.press('ArrowRight');
  await expect(lightbox.locator('img').first()).toBeVisible();
  await moment(1.5);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Search or jump to' }).click();
  await page.getByRole('textbox', { name: 'Search or type where to go' }).pressSequentially('summer');
  await expect(page.getByRole('button', { name: /^Summer/ }).first()).toHaveAttribute('data-selected', 'true');
  await moment(1.5);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Dark mode' }).click();
  await moment(2);

  const last = moments.at(-1)?.split('\n')[0];
  const script = info.outputPath('moments.txt');
  writeFileSync(script, `${moments.join('\n')}\n${last}\n`);
  const words = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', script, '-vf', 'scale=1080:-1,fps=4'];
  const webp = ['-c:v', 'libwebp_anim', '-quality', '60', '-compression_level', '6', '-loop', '0'];
  execFileSync('ffmpeg', [...words, ...webp, '../docs/images/tour.webp'], { stdio: 'inherit' });
});
