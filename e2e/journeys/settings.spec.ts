import { expectAccessible } from '../stage/axe.ts';
import { password, people } from '../stage/people.ts';
import { expect, test } from '../stage/test.ts';

test('an admin makes a group, puts somebody in and makes them its manager', async ({ page, enterAs }) => {
  await enterAs('admin');
  await page.goto('/settings');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Groups/ })
    .click();
  await page.getByRole('button', { name: 'New group' }).click();
  const form = page.getByRole('dialog', { name: 'New group' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Fotografia & Vídeo');
  await expect(form.getByRole('textbox', { name: 'Key' })).toHaveValue('fotografia-video');
  await form.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Casa Lumen Ltda.' }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Actions for Fotografia & Vídeo' }).click();
  await page.getByRole('menuitem', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Add members' }).click();
  // Several at once, of two searches; the whole row ticks somebody.
  const panel = page.getByRole('dialog', { name: 'Add members' });
  const search = panel.getByRole('searchbox', { name: 'Search by name or e-mail' });
  await search.fill('marcos');
  await panel
    .getByText(/^Marcos/)
    .first()
    .click();
  await search.fill('juli');
  await panel.getByRole('checkbox', { name: 'Júlia Mendes' }).check();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Add 2 people' }).click();
  await expect(panel.getByText('Added')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Júlia Mendes' }).click();
  await page.getByRole('menuitem', { name: 'Make manager' }).click();
  await expect(page.getByRole('cell', { name: 'Manager' })).toBeVisible();
});

test('people are added many at once, and what is refused stays to be mended', async ({ page, enterAs }) => {
  await enterAs('admin');
  await page.goto('/settings/core/user');
  await page.getByRole('button', { name: 'Add several' }).click();
  const form = page.getByRole('dialog', { name: 'Add several users' });
  await form.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Casa Lumen Lojas' }).click();
  const lines = form.getByRole('textbox', { name: 'People' });
  await lines.fill('Name;E-mail\nBo Lima;bo.lima@casalumen.example\nAna;ana.souza@casalumen.example');
  await form.getByRole('button', { name: 'Create 2 users' }).click();
  await expect(form.getByText('1 user was created. 1 line was refused')).toBeVisible();
  await expect(form.getByText('This is taken already')).toBeVisible();
  await expect(lines).toHaveValue('Ana, ana.souza@casalumen.example');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('bo lima');
  await expect(page.getByRole('rowheader')).toHaveText([/Bo Lima/]);
});

test('a session that ends under a form is taken up again, and the form is saved', async ({ page, server }) => {
  // A session of its own, so that those of the other journeys continue.
  await page.goto('/login?redirect=/settings/core/group');
  await page.getByLabel('E-mail').fill(people.admin);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'New group' }).click();
  const form = page.getByRole('dialog', { name: 'New group' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Vitrines de inverno');
  await form.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Casa Lumen Ltda.' }).click();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await fetch(`${server.url}/api/core/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  await form.getByRole('button', { name: 'Create' }).click();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await expectAccessible(page);
  await again.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(again).toBeHidden();
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Vitrines de inverno');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Actions for Vitrines de inverno' })).toBeVisible();
});

const screens = ['', '/core/tenant', '/core/tenant/1/admin', '/core/company', '/core/user', '/core/group'];

for (const screen of screens) {
  test(`axe finds nothing at /settings${screen}`, async ({ page, enterAs }) => {
    await enterAs('admin');
    await page.goto(`/settings${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    const create = page.getByRole('main').getByRole('button', { name: /^(New|Add) / });
    if ((await create.count()) === 0) return;
    await create.last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });
}
