import { code } from '../stage/authenticator.ts';
import { newcomer } from '../stage/newcomer.ts';
import { expect, test } from '../stage/test.ts';

test('two-step sign-in is set up, asked for, and a recovery code opens when the phone is lost', async ({
  browser,
  server,
}) => {
  const { email, password } = await newcomer(server, 'Otto');
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const signIn = async () => {
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const signOut = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login/);
  };
  await signIn();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await page.goto('/user/profile');
  const panel = page.getByRole('region', { name: 'Two-step sign-in' });
  await panel.getByRole('button', { name: 'Set up' }).click();
  await panel.getByLabel('Current password').fill(password);
  await panel.getByRole('button', { name: 'Continue' }).click();
  await expect(panel.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
  const secret = (await panel.locator('code').textContent()) ?? '';
  await panel.getByLabel('The six digits it shows').fill(code(secret));
  await panel.getByRole('button', { name: 'Turn on' }).click();
  const shown = panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await signOut();

  await signIn();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('not right');
  await page.getByLabel('Code').fill(code(secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await signOut();

  await signIn();
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await page.goto('/user/profile');
  await expect(panel).toContainText('9 recovery codes left');
  await context.close();
});
