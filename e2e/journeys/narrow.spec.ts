import { expectAccessible } from '../stage/axe.ts';
import { pdf, png, text } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { uploadTo } from '../stage/upload.ts';

test('a folder is narrowed to its pictures, and all of them are selected and removed', async ({ page, desk }) => {
  const pictures = [1, 2, 3].map((at) => png(`Beach ${at}.png`, 320 + at, 240));
  await uploadTo(page, desk, [...pictures, pdf('Plan.pdf', ['one']), text('Notes.txt')]);
  await page.goto(`${desk.path}?order=-modified_at`);
  const heading = page.getByRole('rowheader', { name: /^Today/ });
  await expect(heading).toHaveText(/5/);
  const chips = page.getByRole('group', { name: 'Narrow the list' });
  await chips.getByRole('button', { name: 'Pictures 3' }).click();
  await expect(page.getByRole('gridcell', { name: /^Plan/ })).toBeHidden();
  await expect(page.getByRole('rowheader', { name: /^Today/ })).toHaveText(/3/);
  await expectAccessible(page);

  // The address keeps it, and the rest of the folder is not selected with it.
  await page.reload();
  await expect(page.getByRole('gridcell', { name: /^Beach 1/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('3 selected');
  await chips.getByRole('button', { name: /^All/ }).click();
  await expect(bar).toBeHidden();
  await chips.getByRole('button', { name: 'Pictures 3' }).click();
  await expect(page.getByRole('gridcell', { name: /^Plan/ })).toBeHidden();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('Nothing here fits')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.getByRole('gridcell', { name: /^Plan/ })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /^Notes/ })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /^Beach/ })).toHaveCount(0);
});

test('the arrow keys go from day to day, and the order is said beside the chips', async ({ page, desk }) => {
  await uploadTo(page, desk, [text('a.txt'), text('b.txt'), text('c.txt')]);
  await page.goto(`${desk.path}?order=-modified_at`);
  await expect(page.getByRole('rowheader', { name: /^Today/ })).toBeVisible();
  await page.getByRole('button', { name: 'Sort: Newest first' }).click();
  await page.getByRole('menuitemradio', { name: 'Name, A to Z' }).click();
  await expect(page.getByRole('rowheader', { name: 'Files' })).toBeVisible();
  await page.getByRole('gridcell', { name: /^a/ }).click();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('gridcell', { name: /^b/ })).toBeFocused();
});

test('beside the open panel, the chips are scrolled and the tools stay in one row', async ({ page, desk }) => {
  await uploadTo(page, desk, [png('Beach.png'), pdf('Plan.pdf', ['one']), text('Notes.txt')]);
  await page.goto(desk.path);
  const chips = page.getByRole('group', { name: 'Narrow the list' });
  const order = page.getByRole('button', { name: /^Sort:/ });
  const upload = page.getByRole('main').getByRole('button', { name: 'Upload', exact: true });
  await expect(chips).toBeVisible();
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect(page.getByRole('button', { name: 'Hide details' })).toBeVisible();
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    // The panel slides in.
    await expect(async () => {
      const [view, sent, sorted] = [
        await page.getByRole('button', { name: 'Grid', exact: true }).boundingBox(),
        await upload.boundingBox(),
        await order.boundingBox(),
      ];
      const middle = (box: typeof view) => (box ? box.y + box.height / 2 : Number.NaN);
      const end = (box: typeof view) => (box ? box.x + box.width : Number.NaN);
      expect(Math.abs(middle(view) - middle(sent))).toBeLessThan(4);
      expect(Math.max(end(sent), end(sorted))).toBeLessThan(width - 360);
    }).toPass();
    await expect(order).toBeInViewport({ ratio: 1 });
  }
  const last = chips.getByRole('button').last();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
});
