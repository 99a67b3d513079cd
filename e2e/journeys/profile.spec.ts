import { expect, test } from '../stage/test.ts';

test('Portuguese is chosen in the user menu and stays', async ({ page, enterAs }) => {
  await enterAs('partner');
  await page.goto('/');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Language' }).hover();
  await page.getByRole('menuitemradio', { name: 'Português' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await expect(page.getByRole('button', { name: 'Modo escuro' })).toBeVisible();
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Idioma' }).hover();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('dark mode is chosen in the top bar and stays', async ({ page, enterAs }) => {
  await enterAs('manager');
  await page.goto('/');
  await page.getByRole('button', { name: 'Dark mode' }).click();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a new name shows at once and is still there after a reload', async ({ page, enterAs }) => {
  await enterAs('admin');
  await page.goto('/user/profile');
  await page.getByLabel('Name').fill('Ana de Almeida');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Account of Ana de Almeida' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account of Ana de Almeida' })).toBeVisible();
  // Other journeys know her by her own name.
  await page.getByLabel('Name').fill('Ana Souza');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Account of Ana Souza' })).toBeVisible();
});
