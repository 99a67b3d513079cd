import { pdf, png, text, wav } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { boxOf, film, view } from '../stage/viewer.ts';

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

  // Closed and opened again, it is where it was left.
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(viewer.getByText('4 of 4')).toBeVisible();
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
