import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { pdf, png, text, wav } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { boxOf, film, view, viewerOf } from '../stage/viewer.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

type Place = { x: number; y: number };

/** What fingers do: each step is where they are. */
async function touch(page: Page, ...steps: Place[][]) {
  const session = await page.context().newCDPSession(page);
  for (const [index, touchPoints] of steps.entries()) {
    await session.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
const STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const swipe = (page: Page, x: number, y: number, by: Partial<Place>) =>
  touch(page, ...STEPS.map((part) => [{ x: x + part * (by.x ?? 0), y: y + part * (by.y ?? 0) }]));

/** How far it can be scrolled to its end, once it stands still for some frames. */
async function restBeside(one: Element): Promise<number> {
  for (let still = 0, before = one.scrollLeft; still < 20; still += 1) {
    await new Promise(requestAnimationFrame);
    if (one.scrollLeft !== before) still = 0;
    before = one.scrollLeft;
  }
  return one.scrollWidth - one.clientWidth - one.scrollLeft;
}

test('swipes go through a film, a table and the pages of a PDF, and close', async ({ page, desk }) => {
  const prices = { ...text('b.csv', 'A row that is wider than a phone, '.repeat(3)), mimeType: 'text/csv' };
  const files = [prices, pdf('c.pdf', ['First', 'Last']), png('d.png')];
  const clip = await view(page, desk, await film(page, 'a.webm'), ...files);
  const [table, book, picture] = files.map(({ name }) => viewerOf(page, name)) as [Locator, Locator, Locator];
  const left = () => swipe(page, 300, 400, { x: -200 });
  const right = () => swipe(page, 90, 400, { x: 200 });
  await expect.poll(() => clip.locator('video').evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(160);
  await left();
  const rows = table.getByRole('region', { name: 'Text of b.csv' });
  await expect(rows).toBeVisible();
  await expect(async () => {
    const rest = await rows.evaluate(restBeside);
    if (rest >= 2) await left();
    expect(rest).toBeLessThan(2);
  }).toPass();
  await left();
  await expect(book.getByText('1 of 2')).toBeVisible();
  await left();
  await expect(book.getByText('2 of 2')).toBeVisible();
  await left();
  await expect(picture).toBeVisible();
  // Back in the document, one reads on where one was.
  await right();
  await expect(book.getByText('2 of 2')).toBeVisible();
  await right();
  await expect(book.getByText('1 of 2')).toBeVisible();
  await right();
  await expect(rows).toBeVisible();
  await swipe(page, 200, 300, { y: 200 });
  await expect(table).toBeHidden();
});

test('two fingers and a double tap zoom a PDF, which is drawn anew, and one finger moves it', async ({
  page,
  desk,
}) => {
  const viewer = await view(page, desk, pdf('book.pdf', ['First', 'Last']));
  const sheet = viewer.getByRole('region', { name: 'Page 1' });
  await expect(sheet).toContainText('First');
  const widthOf = async () => (await boxOf(sheet)).width;
  const whole = await widthOf();
  const actual = (595 * 96) / 72;
  const thin = (bar: HTMLElement) => [...bar.querySelectorAll('span')].filter((one) => one.offsetWidth === 1).length;
  expect(await viewer.getByRole('toolbar').evaluate(thin)).toBe(0);
  const apart = (far: number) => [
    { x: 195 - far, y: 400 },
    { x: 195 + far, y: 400 },
  ];
  await touch(page, apart(40), apart(60), apart(80), apart(100), apart(120));
  await expect.poll(widthOf).toBeGreaterThan(2 * whole);
  const zoomed = Math.floor(await widthOf());
  await expect(sheet.locator('canvas')).toHaveJSProperty('width', zoomed);
  const { x } = await boxOf(sheet);
  await swipe(page, 195, 400, { x: -100 });
  await expect.poll(async () => (await boxOf(sheet)).x).toBeLessThan(x - 50);
  await expect(viewer.getByText('1 of 2')).toBeVisible();
  for (const goal of [whole, actual, whole]) {
    // On a busy machine, the second tap may come too late.
    await expect(async () => {
      await touch(page, [{ x: 195, y: 400 }]);
      await touch(page, [{ x: 195, y: 400 }]);
      await expect.poll(async () => Math.abs((await widthOf()) - goal), { timeout: 3000 }).toBeLessThan(10);
    }).toPass();
  }
});

test('the sheet leaves the picture in view, and a swipe down closes it before the viewer', async ({ page, desk }) => {
  const viewer = await view(page, desk, png('wide.png', 800, 500));
  const picture = viewer.locator('img[data-loaded]').first();
  await expect(picture).toBeVisible();
  const sheet = viewer.getByRole('complementary', { name: 'Details' });
  const place = () => boxOf(sheet);
  const up = () => swipe(page, 195, 300, { y: -150 });
  await up();
  const { y: top } = await place();
  await expect.poll(async () => (await boxOf(picture)).y + (await boxOf(picture)).height).toBeLessThan(top);
  await swipe(page, 195, top + 10, { y: 150 });
  await expect(sheet).toBeHidden();
  await expect(viewer).toBeVisible();
  await up();
  await expect(sheet).toContainText('800');
  await swipe(page, 195, top + 120, { y: 150 });
  await expect(sheet).toBeHidden();
  await swipe(page, 195, 300, { y: 150 });
  await expect(viewer).toBeHidden();
});

test('a low sheet is below every file: what is done most, and the way to the high one', async ({ page, desk }) => {
  const others = [wav('b.wav', 20), png('c.png'), png('d.png')];
  const viewer = await view(page, desk, png('a.png', 800, 500), ...others);
  const low = viewer.getByRole('region', { name: 'Actions and facts' });
  const high = viewer.getByRole('complementary', { name: 'Details' });
  await expect(low).toContainText('800 × 500');
  const place = await boxOf(low);
  expect([place.x, place.width, place.height, place.y + place.height]).toEqual([0, 390, 120, 844]);
  await expectAccessible(page);

  await low.getByRole('button', { name: 'Favourite' }).tap();
  await page.reload();
  await expect(low.getByRole('button', { name: 'Favourite', pressed: true })).toBeVisible();
  const started = page.waitForEvent('download');
  await low.getByRole('button', { name: 'Download' }).tap();
  expect((await started).suggestedFilename()).toBe('a.png');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // Who may share nothing tells where the file is.
  await low.getByRole('button', { name: 'Address' }).tap();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  await low.getByRole('button', { name: 'Show more about the file' }).tap();
  await expect(high.getByRole('tab', { name: 'Information', selected: true })).toBeVisible();
  await expect(low).toBeHidden();
  await expectAccessible(page);
  await high.getByRole('button', { name: 'Show less about the file' }).tap();
  await expect(low).toBeVisible();
  await swipe(page, 195, place.y + 60, { y: -100 });
  await expect(high).toBeVisible();
  await swipe(page, 195, (await boxOf(high)).y + 10, { y: 150 });
  await expect(low).toBeVisible();
  await swipe(page, 195, place.y + 20, { y: 80 });
  await expect(high).toBeHidden();
  await low.getByRole('button', { name: 'Info' }).tap();
  await expect(high).toContainText('800 × 500 px');
  await swipe(page, 195, (await boxOf(high)).y + 10, { y: 150 });

  await swipe(page, 300, 300, { x: -200 });
  const sound = viewerOf(page, 'b.wav');
  const player = await boxOf(sound.locator('audio'));
  expect(player.y + player.height).toBeLessThan(place.y);

  await sound.getByRole('button', { name: 'Actions for b.wav' }).tap();
  await page.getByRole('menuitem', { name: 'Start the slideshow' }).tap();
  const shown = page.getByRole('dialog');
  const around = [shown.locator('header'), shown.getByRole('navigation'), shown.locator('section').last()];
  for (const one of around) await expect(one).toHaveCSS('opacity', '0');
  // Where the way out is.
  await page.touchscreen.tap(30, 30);
  for (const one of around) await expect(one).toHaveCSS('opacity', '1');
});
