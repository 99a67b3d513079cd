import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { pdf, png, type Sample, text, wav } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';
import { uploadTo } from '../stage/upload.ts';

const viewerOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Preview of ${name}` });

/** Uploads files and opens the first one in the viewer, by its address. */
async function view(page: Page, desk: Desk, sample: Sample, ...others: Sample[]) {
  await uploadTo(page, desk, [sample, ...others]);
  const [entry] = await desk.api.list(desk.appId, desk.folder);
  await page.goto(`${desk.path}?show=${entry?.node_id}`);
  const viewer = viewerOf(page, sample.name);
  await expect(viewer).toBeVisible();
  return viewer;
}

async function boxOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error('it is shown');
  return box;
}

/** How far the list is scrolled. */
const scrolled = (page: Page) =>
  page.getByRole('grid').evaluate((grid) => {
    let element = grid.parentElement;
    while (element && getComputedStyle(element).overflowY !== 'auto') element = element.parentElement;
    return element?.scrollTop ?? -1;
  });

test('Back closes the preview, and brings a list back to its place and its loaded pages', async ({ page, desk }) => {
  const name = (index: number) => `Folder ${String(index).padStart(3, '0')}`;
  for (let index = 0; index < 130; index += 1) {
    const body = { folder_parent_id: desk.folder, name: name(index) };
    await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, body);
  }
  await uploadTo(page, desk, [png('photo.png')]);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const photo = page.getByRole('row', { name: /photo\.png/ });
  await page.getByRole('row', { name: name(0) }).hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1500);
      return await photo.isVisible();
    })
    .toBe(true);
  // The bar of the selection may cover the row's second click.
  await photo.click();
  await page.keyboard.press('Enter');
  await expect(viewerOf(page, 'photo.png')).toBeVisible();
  const place = await scrolled(page).catch(() => 0);
  await page.goBack();
  await expect(viewerOf(page, 'photo.png')).toBeHidden();
  await expect(photo).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => scrolled(page)).toBeGreaterThan(3000);
  await expect.poll(async () => Math.abs((await scrolled(page)) - place)).toBeLessThan(200);

  const before = await scrolled(page);
  await page.getByRole('row', { name: name(129) }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await page.goBack();
  await expect(photo).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(before);
  await page.reload();
  await expect(photo).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(before);
});

test('after a walk through many files the list is where the walk ended', async ({ page, desk }) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  const last = 43;
  const name = (index: number) => `part ${String(index).padStart(2, '0')}.dat`;
  // There is no preview of these to wait for.
  const data = (index: number) => ({
    ...{ name: name(index), mimeType: 'application/octet-stream' },
    buffer: Buffer.from([0, 1, 2, 255, index]),
  });
  await uploadTo(
    page,
    desk,
    Array.from({ length: last + 1 }, (_, index) => data(index)),
  );
  const cell = (index: number) => page.getByRole('gridcell', { name: name(index) });
  await cell(0).click();
  await page.keyboard.press('Enter');
  for (let index = 0; index < 3; index += 1) {
    await expect(viewerOf(page, name(index))).toBeVisible();
    await page.keyboard.press('ArrowRight');
  }
  await expect(viewerOf(page, name(3))).toBeVisible();
  await page.keyboard.press('End');
  await expect(viewerOf(page, name(last))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewerOf(page, name(last))).toBeHidden();
  await expect(cell(last)).toBeFocused();
  await expect(cell(last)).toBeInViewport();
  await expect(cell(last)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected');
});

test('a link shows its file, also after a reload, and closes to the folder', async ({ page, desk }) => {
  const viewer = await view(page, desk, png('linked.png'));
  await page.reload();
  await expect(viewer.locator('img[data-loaded]').first()).toBeVisible();
  await viewer.getByRole('button', { name: 'Close the preview' }).click();
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(desk.path);
  await expect(page.getByRole('gridcell', { name: /^linked\.png/ })).toBeVisible();
});

test('Escape closes what is on top and nothing else', async ({ page, desk }) => {
  await uploadTo(page, desk, [png('top.png')]);
  const cell = page.getByRole('gridcell', { name: /^top\.png/ });
  await cell.click();
  await page.keyboard.press('Space');
  const viewer = viewerOf(page, 'top.png');
  await viewer.getByRole('button', { name: 'Actions for top.png' }).click();
  const rename = page.getByRole('menuitem', { name: 'Rename' });
  await expect(rename).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rename).toBeHidden();
  await expect(viewer).toBeVisible();
  await viewer.getByRole('button', { name: 'Actions for top.png' }).click();
  await rename.click();
  const dialog = page.getByRole('dialog', { name: 'Rename top.png' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toBeVisible();
  await cell.click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Download' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Download' })).toBeHidden();
  await expect(bar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});

test('the menu of the viewer has the keyboard, and Escape closes the viewer beside the list of access', async ({
  page,
  desk,
  enterAs,
}) => {
  const viewer = await view(page, desk, png('photo.png'));
  const address = page.url();
  await enterAs('admin');
  await page.goto(address);
  await viewer.getByRole('button', { name: 'Actions for photo.png' }).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(viewer).toBeVisible();
  await page.keyboard.press('i');
  await viewer.getByRole('tab', { name: 'Access' }).click();
  await expect(viewer.getByRole('tabpanel')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
});

test('a picture is zoomed to its own pixels, of the original, and a small one is not blown up', async ({
  page,
  desk,
}) => {
  const viewer = await view(page, desk, png('wide.png', 2000, 1500));
  const preview = viewer.locator('img[data-loaded]').first();
  await expect(preview).toBeVisible();
  const widthOf = async () => (await preview.boundingBox())?.width ?? 0;
  await expect.poll(widthOf).toBeLessThan(1400);
  await page.keyboard.press('1');
  await expect.poll(widthOf).toBe(2000);
  await expect(viewer.getByRole('toolbar')).toContainText('100%');
  const original = viewer.locator('img[data-original][data-loaded]');
  await expect(original).toHaveJSProperty('naturalWidth', 2000);
  const before = await preview.boundingBox();
  await page.mouse.move(700, 400);
  await page.mouse.down();
  await page.mouse.move(600, 360);
  await page.mouse.up();
  // A drag is drawn with the next frame.
  await expect.poll(async () => (await preview.boundingBox())?.x).toBe((before?.x ?? 0) - 100);
  await page.mouse.wheel(0, -300);
  await expect.poll(widthOf).toBeGreaterThan(2200);
  await page.keyboard.press('0');
  await expect.poll(widthOf).toBeLessThan(1400);

  await page.goto(desk.path);
  const small = await view(page, desk, png('a small one.png', 60, 40));
  const icon = small.locator('img[data-loaded]').first();
  await expect(icon).toBeVisible();
  await expect.poll(async () => (await icon.boundingBox())?.width).toBe(60);
});

test('a sound is played from where it is wanted, without the rest', async ({ page, desk }) => {
  const viewer = await view(page, desk, wav('tone.wav', 180));
  const player = viewer.locator('audio');
  await expect.poll(() => player.evaluate((one: HTMLAudioElement) => Math.round(one.duration))).toBe(180);
  const asked = page.waitForResponse((answer) => {
    const from = /bytes=(\d+)-/.exec(answer.request().headers().range ?? '')?.[1];
    return answer.status() === 206 && Number(from) > 5_000_000;
  });
  await player.evaluate((one: HTMLAudioElement) => {
    one.currentTime = 150;
  });
  await asked;
  await expect.poll(() => player.evaluate((one: HTMLAudioElement) => one.seeking)).toBe(false);
  await expect.poll(() => player.evaluate((one: HTMLAudioElement) => one.currentTime)).toBe(150);
});

test('after a press in the player Space plays, the arrows seek and Escape closes', async ({ page, desk }) => {
  const viewer = await view(page, desk, wav('tone.wav', 20));
  const player = viewer.locator('audio');
  await expect.poll(() => player.evaluate((one: HTMLAudioElement) => Math.round(one.duration))).toBe(20);
  const box = await boxOf(player);
  await page.mouse.click(box.x + 25, box.y + box.height / 2);
  // While one of its buttons has the focus, nobody hears a key.
  await expect.poll(() => player.evaluate((one) => one.matches(':focus'))).toBe(true);
  await page.keyboard.press('Space');
  await expect(player).toHaveJSProperty('paused', true);
  const time = () => player.evaluate((one: HTMLAudioElement) => one.currentTime);
  const before = await time();
  await page.keyboard.press('ArrowRight');
  await expect.poll(time).toBeGreaterThan(before + 4);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
});

/** A short film, made by the browser that shows it later. */
async function film(page: Page, name: string): Promise<Sample> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 160, height: 90 });
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 40; frame += 1) {
      pen?.fillRect(4 * frame, 0, 4, 90);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return { name, mimeType: 'video/webm', buffer: Buffer.from(bytes) };
}

test('a film is shown by its frames, and Space plays it', async ({ page, desk }) => {
  const viewer = await view(page, desk, await film(page, 'clip.webm'));
  const player = viewer.locator('video');
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(160);
  await page.keyboard.press('Space');
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0);
  await expect(viewer).toBeVisible();
});

test('a PDF is paged, searched, and its text is selected', async ({ page, desk }) => {
  const viewer = await view(
    page,
    desk,
    pdf('book.pdf', ['A quiet cover', 'From the hills', 'Slow mornings', 'The end']),
  );
  const sheet = (number: number) => viewer.getByRole('region', { name: `Page ${number}` });
  await expect(sheet(1)).toContainText('A quiet cover');
  await expect(viewer.getByText('1 of 4')).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(sheet(2)).toContainText('From the hills');
  await viewer.getByRole('button', { name: 'Two pages side by side' }).click();
  await expect(sheet(3)).toContainText('Slow mornings');
  await viewer.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 4' }).click();
  await expect(sheet(4)).toContainText('The end');

  await page.keyboard.press('Control+f');
  await viewer.getByRole('searchbox', { name: 'Search in the document' }).fill('SLÓW');
  await expect(viewer.getByText('1 of 1')).toBeVisible();
  await expect(sheet(3)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('pdf-current') ?? [])].map(String)))
    .toEqual(['Slow']);
  await page.keyboard.press('Escape');
  await expect(viewer.getByRole('searchbox')).toBeHidden();
  await expect(viewer).toBeVisible();

  const line = sheet(3).getByText('Slow mornings');
  await line.dblclick({ position: { x: 10, y: 10 } });
  expect((await page.evaluate(() => String(getSelection()))).trim()).toBe('Slow');

  // Home goes on at the page.
  const noted = page.waitForResponse(
    (answer) => answer.url().includes('/home/visit/') && answer.request().postData() === '{"position":4}',
  );
  await viewer.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 4' }).click();
  await noted;
  await page.goto('/');
  await page
    .getByRole('region', { name: 'Continue' })
    .getByRole('link', { name: /book\.pdf/ })
    .click();
  await expect(viewer.getByText('4 of 4')).toBeVisible();
  await expect(sheet(4)).toContainText('The end');
});

test('a text is read as letters and scrolled', async ({ page, desk }) => {
  const lines = Array.from({ length: 400 }, (_, index) => `Line ${index + 1}`).join('\n');
  const viewer = await view(page, desk, text('long.txt', lines));
  const read = viewer.getByRole('region', { name: 'Text of long.txt' });
  await expect(read).toContainText('Line 400');
  await read.focus();
  await page.keyboard.press('End');
  await expect.poll(() => read.evaluate((one) => one.scrollTop)).toBeGreaterThan(1000);
  await expect(viewer).toBeVisible();
});

test.describe('on a phone', () => {
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
      const rest = await rows.evaluate((one) => one.scrollWidth - one.clientWidth - one.scrollLeft);
      await left();
      expect(rest).toBeLessThan(2);
    }).toPass();
    await expect(book.getByText('1 of 2')).toBeVisible();
    await left();
    await expect(book.getByText('2 of 2')).toBeVisible();
    await left();
    await expect(picture).toBeVisible();
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
});
