import type { Browser, Locator, Page } from '@playwright/test';
import { mailedLink } from '../stage/emails.ts';
import { type EmptyServer, emptyServer } from '../stage/empty-server.ts';
import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

const chosen = 'varanda sextante 41 nuvem';
const admin = { name: 'Ada Prado', email: 'ada@atelier.example' };
const regular = { name: 'Rui Mota', email: 'rui@atelier.example' };

let server: EmptyServer;

test.beforeAll(async () => {
  server = await emptyServer();
});

test.afterAll(async () => {
  await server.stop();
});

/** A person in a browser of their own. */
async function somebody(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  return await context.newPage();
}

/** Opens the form, lets `fill` fill it in, and sends it. */
async function make(page: Page, button: string, send: string, fill: (form: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const form = page.getByRole('dialog');
  await fill(form);
  await form.getByRole('button', { name: send, exact: true }).click();
  await expect(form).toBeHidden();
}

async function pick(form: Locator, field: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).click();
  await form.page().getByRole('option', { name: option }).click();
}

/** Opens a screen of the settings, from the list of all or from the menu of another one. */
async function settings(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${screen}`) })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}

/** As a plain member, unless stated otherwise. */
async function invite(page: Page, who: typeof admin, place: string, as?: string): Promise<void> {
  await settings(page, 'Invitations');
  await make(page, 'Invite', 'Send invitation', async (form) => {
    await form.getByLabel('Name').fill(who.name);
    await form.getByRole('textbox', { name: 'E-mail' }).fill(who.email);
    await pick(form, 'Company or group', place);
    if (as !== undefined) await pick(form, 'Role', as);
  });
}

async function comeIn(page: Page, who: typeof admin): Promise<void> {
  await page.goto(await mailedLink(server.data, who.email, 'invitation'));
  await page.getByLabel('Password', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: 'Come in' }).click();
  await expect(page.getByRole('button', { name: `Account of ${who.name}` })).toBeVisible();
}

test.use({ actionTimeout: 30_000 });

test('an organisation is set up from nothing to a first upload, through the screens alone', async ({ browser }) => {
  const master = await somebody(browser);
  await master.goto('/login');
  await master.getByRole('textbox', { name: 'E-mail' }).fill(server.master.email);
  await master.getByLabel('Password', { exact: true }).fill(server.master.password);
  await master.getByRole('button', { name: 'Sign in' }).click();
  await master.getByLabel('Current password').fill(server.master.password);
  await master.getByLabel('New password', { exact: true }).fill(chosen);
  await master.getByLabel('Repeat the new password').fill(chosen);
  await master.getByRole('button', { name: 'Change password' }).click();
  const next = (page: Page) => page.getByRole('listitem').and(page.locator('[aria-current="step"]'));
  await expect(next(master)).toContainText('Make a Content application');
  await master.getByRole('link', { name: 'Settings', exact: true }).click();
  await settings(master, 'Application instances');
  for (const [title, application] of [
    ['Home', 'Home'],
    ['Library', 'Content'],
  ] as const) {
    await make(master, 'New instance', 'Create', async (form) => {
      await form.getByRole('textbox', { name: 'Title' }).fill(title);
      await pick(form, 'Application', application);
    });
  }
  await settings(master, 'Organisations');
  await make(master, 'New organisation', 'Create', async (form) => {
    await form.getByRole('textbox', { name: 'Title' }).fill('Atelier');
    await form.getByRole('textbox', { name: 'CNPJ' }).fill('11.222.333/0001-81');
    for (const name of ['Home', 'Library']) await pick(form, 'Applications', name);
  });
  await invite(master, admin, 'Atelier (company)', 'Admin of the organisation');

  const ada = await somebody(browser);
  await comeIn(ada, admin);
  await expect(next(ada)).toContainText('Choose where files are stored');
  await ada.getByRole('link', { name: 'Settings', exact: true }).click();
  await settings(ada, 'File servers');
  await make(ada, 'New file server', 'Create', async (form) => {
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Our disk');
    await form.getByRole('textbox', { name: 'Folder', exact: true }).fill('../../etc');
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(form.getByText('This folder cannot be used')).toBeVisible();
    await form.getByRole('textbox', { name: 'Folder', exact: true }).fill('atelier');
  });
  await settings(ada, 'Repositories');
  await make(ada, 'New repository', 'Create', async (form) => {
    await form.getByLabel('Title').fill('Campaigns');
    await form.getByLabel('Folder').fill('campaigns');
    await pick(form, 'File server', 'Our disk');
  });
  await settings(ada, 'Groups');
  await make(ada, 'New group', 'Create', async (form) => {
    await form.getByRole('textbox', { name: 'Title' }).fill('Studio');
    await pick(form, 'Company', 'Atelier');
    for (const name of ['Home', 'Library']) await pick(form, 'Applications', name);
  });
  await invite(ada, regular, 'Studio (group)');
  await ada.getByRole('link', { name: 'Library', exact: true }).click();
  await ada.getByRole('button', { name: 'Actions for Campaigns' }).click();
  await ada.getByRole('menuitem', { name: 'Grant access' }).click();
  const access = ada.getByRole('dialog', { name: 'Access to Campaigns' });
  await access.getByRole('combobox', { name: 'Group or person' }).fill('stud');
  await ada.getByRole('option', { name: 'Studio' }).click();
  await pick(access, 'Role', 'Writer');
  await access.getByRole('button', { name: 'Grant access' }).click();
  await expect(access.getByRole('listitem').filter({ hasText: 'Studio' })).toBeVisible();

  const rui = await somebody(browser);
  await comeIn(rui, regular);
  await rui.getByRole('link', { name: 'Library', exact: true }).click();
  await expect(rui.getByRole('link', { name: 'Library settings' })).toBeHidden();
  await rui.getByRole('link', { name: /Campaigns/ }).click();
  const picture = png('first.png');
  const chooser = rui.waitForEvent('filechooser');
  await rui.getByRole('button', { name: 'Upload files' }).click();
  await (await chooser).setFiles([picture]);
  await expect(rui.getByRole('gridcell', { name: /^first\.png/ })).toBeVisible();
  // After the first upload the guides disappear.
  for (const page of [master, ada]) {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(next(page)).toBeHidden();
  }
  for (const page of [master, ada, rui]) await page.context().close();
});
