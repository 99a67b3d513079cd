import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { uploadTo } from '../stage/upload.ts';
import { viewerOf } from '../stage/viewer.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter}.png`);
/** More than the strip and the cards show. */
const large = 1280;

test('the next three pictures are fetched before they are shown, and the strip leads to all', async ({
  page,
  desk,
}) => {
  const picture = png('', 1600, 1200);
  await uploadTo(
    page,
    desk,
    names.map((name) => ({ ...picture, name })),
  );
  const ids = new Map((await desk.api.list(desk.appId, desk.folder)).map(({ name, node_id }) => [name, node_id]));
  const fetched = new Set<number>();
  page.on('requestfinished', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const [, node] = /\/rendition\/preview\/(\d+)$/.exec(pathname) ?? [];
    if (node !== undefined && Number(searchParams.get('size')) >= large) fetched.add(Number(node));
  });
  const has = (name: string) => fetched.has(ids.get(name) ?? 0);
  await page.goto(`${desk.path}?show=${ids.get('a.png')}`);
  await expect(viewerOf(page, 'a.png')).toBeVisible();
  for (const name of names.slice(0, 4)) await expect.poll(() => has(name), name).toBe(true);
  expect(names.slice(4).filter(has)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(viewerOf(page, 'b.png')).toBeVisible();
  await expect.poll(() => has('e.png')).toBe(true);
  expect(has('f.png')).toBe(false);

  const strip = viewerOf(page, 'b.png').getByRole('navigation', { name: 'Files of this list' });
  await expect(strip.getByRole('button')).toHaveCount(names.length);
  await expect(strip.getByRole('button', { name: 'b.png' })).toHaveAttribute('aria-current', 'true');
  await strip.getByRole('button', { name: 'f.png' }).click();
  await expect(viewerOf(page, 'f.png').locator('img[alt="f.png"][data-loaded]')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`show=${ids.get('f.png')}$`));
});
