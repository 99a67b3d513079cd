import { Api } from '../stage/api.ts';
import { startIdentityProvider } from '../stage/identity-provider.ts';
import { newcomer } from '../stage/newcomer.ts';
import { expect, test } from '../stage/test.ts';

test('people sign in with their organisation’s identity provider, and only those it vouches for', async ({
  browser,
  server,
}) => {
  const admin = await Api.signIn(server.url, 'admin');
  type Admins = { users_id: number; admins: { tenant_id: number }[] };
  const [, claims = ''] = admin.token.split('.');
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: number };
  const me = await admin.ask<Admins>('GET', `/api/core/users/${sub}`);
  const tenant = me.admins[0]?.tenant_id;
  const path = `/api/core/tenant/${tenant}/identity_provider`;
  const known = await newcomer(server, 'Paula');
  const { redirect_uri } = await admin.ask<{ redirect_uri: string }>('GET', path);
  const provider = await startIdentityProvider(redirect_uri, {
    paula: { email: known.email, email_verified: true, name: 'Paula' },
    pretender: { email: known.email, email_verified: false, name: 'Pretender' },
    stranger: { email: 'nobody@far.example', email_verified: true, name: 'Stranger' },
  });
  const { issuer, clientId, clientSecret } = provider;
  const settings = { title: 'Lumen ID', issuer, client_id: clientId, client_secret: clientSecret, active: true };
  await admin.ask('PUT', path, settings);

  const signInAs = async (name: string) => {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/login?redirect=%2Fuser%2Fprofile');
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await page.getByLabel('Key of your organisation').fill('casa-lumen');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL((url) => url.origin === issuer);
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('anything');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]').click();
    await page.waitForURL((url) => url.origin === server.url);
    return page;
  };
  const paula = await signInAs('paula');
  await expect(paula).toHaveURL('/user/profile');
  await expect(paula.getByRole('button', { name: 'Account of Paula' })).toBeVisible();
  const pretender = await signInAs('pretender');
  await expect(pretender.getByRole('alert')).toContainText('does not vouch');
  const stranger = await signInAs('stranger');
  await expect(stranger.getByRole('alert')).toContainText('no account here');
  await provider.stop();
  expect((await admin.call('DELETE', path)).status).toBe(204);
});
