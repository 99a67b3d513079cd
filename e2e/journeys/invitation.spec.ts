import { randomUUID } from 'node:crypto';
import { mailedLink } from '../stage/emails.ts';
import { expect, test } from '../stage/test.ts';

const chosen = 'jaguar telhado neblina';

test('somebody is invited by mail, chooses a password, is in, and later forgets it', async ({
  page,
  browser,
  server,
  enterAs,
}) => {
  const email = `nina.${randomUUID().slice(0, 8)}@casalumen.example`;
  await enterAs('admin');
  await page.goto('/settings/core/invitation');
  await page.getByRole('button', { name: 'Invite' }).first().click();
  await page.getByLabel('Name').fill('Nina Prado');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('combobox', { name: 'Company or group' }).click();
  await page
    .getByRole('option', { name: /\(group\)/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Open');

  const invited = await browser.newContext();
  const nina = await invited.newPage();
  const link = await mailedLink(server.data, email, 'invitation');
  await nina.goto(link);
  await nina.getByLabel('Password', { exact: true }).fill(chosen);
  await nina.getByRole('button', { name: 'Come in' }).click();
  await expect(nina.getByRole('button', { name: 'Account of Nina Prado' })).toBeVisible();
  await nina.goto('/favicon.svg');
  await nina.goto(link);
  await expect(nina.getByRole('alert')).toContainText('already used');

  await invited.clearCookies();
  await nina.evaluate(() => localStorage.clear());
  await nina.goto('/login');
  await nina.getByRole('link', { name: 'Forgot your password?' }).click();
  // The sign-in has a field of that name, too.
  await expect(nina.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await nina.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await nina.getByRole('button', { name: 'Send link' }).click();
  await expect(nina.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await nina.goto(await mailedLink(server.data, email, 'new-password'));
  await nina.getByLabel('New password', { exact: true }).fill('varanda sextante 41 nuvem');
  await nina.getByRole('button', { name: 'Set password' }).click();
  await nina.getByRole('link', { name: 'Back to sign in' }).click();
  await nina.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await nina.getByLabel('Password', { exact: true }).fill('varanda sextante 41 nuvem');
  await nina.getByRole('button', { name: 'Sign in' }).click();
  await expect(nina.getByRole('button', { name: 'Account of Nina Prado' })).toBeVisible();
  await invited.close();

  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Accepted');
});
