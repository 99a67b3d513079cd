import { password, people } from '../stage/people.ts';
import { expect, test } from '../stage/test.ts';

test('a wrong password is refused in words, the right one leads back to where one wanted to go', async ({ page }) => {
  await page.goto('/user/profile');
  await expect(page).toHaveURL(/\/login\?redirect=/);

  await page.getByLabel('E-mail').fill(people.regular);
  await page.getByLabel('Password', { exact: true }).fill('not my password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText(/./);
  await expect(page).toHaveURL(/\/login/);

  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/user/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test('an unknown account is refused in the same words as a wrong password', async ({ page }) => {
  const refusal = async (email: string) => {
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not my password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const alert = page.getByRole('alert').locator('p');
    await expect(alert).toBeVisible();
    return await alert.textContent();
  };
  expect(await refusal('nobody@nowhere.example')).toBe(await refusal(people.partner));
});

for (const hostile of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
  test(`a redirect to ${hostile} stays on this site`, async ({ page, baseURL }) => {
    await page.goto(`/login?redirect=${encodeURIComponent(hostile)}`);
    await page.getByLabel('E-mail').fill(people.regular);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(baseURL);
  });
}

test('signing out ends the session on the server, in this tab and in the next', async ({ page, server, context }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(people.admin);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const other = await context.newPage();
  await other.goto('/');

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);

  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/api/core/usergroup/application`, { headers });
  expect(answer.status).toBe(401);
});
