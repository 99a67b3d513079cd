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
