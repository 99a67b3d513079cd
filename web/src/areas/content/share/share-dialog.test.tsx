import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application, problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

type Detail = Schema<'EntryDetail'>;
type Link = Schema<'ShareLink'>;

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const DAY = 86_400;
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * DAY;

const beach = {
  ...{ node_id: 8, name: 'Beach.png', role: 'manager', parent_id: 5, node_type: 'file', entry_type: 'image' },
  ...{ size: 154_624, mime_type: 'image/png', modified_at: 0, created_at: 0, created_by: null, taken_at: null },
  ...{ locked: false, marks: [], item_count: null, hash: null, pages: null, preview: noPreview },
  ...{ repository_id: 2, tenant_id: 1, preview_reason: null, properties: {} },
} as unknown as Detail;
const office = { ...beach, node_id: 5, name: 'Office', node_type: 'folder', parent_id: null } as Detail;

const link = (over: Partial<Link> = {}): Link => ({
  ...{ link_id: 1, url: 'https://vitrine.test/l/abc', label: null, made_at: 0, expires_at: inDays(30) },
  ...{ entries: [{ node_id: 8, name: 'Beach.png', kind: 'file' }], made_by: { users_id: 1, name: 'Ana Souza' } },
  ...{
    has_password: false,
    download_limit: null,
    allowed_addresses: [],
    may_download: true,
    watermark: null,
    visits: 0,
  },
  ...{ downloads: 0, last_used_at: null, state: 'active', request: null, originals: true, sizes: 'any' },
  collection_id: null,
  ...over,
});

interface Asked {
  made: Schema<'NewShareLink'>[];
  changed: Schema<'ShareLinkChange'>[];
  revoked: string[];
  sent: Schema<'SendShareMessage'>[];
}
let asked: Asked;
let links: Link[];

beforeEach(() => {
  asked = { made: [], changed: [], revoked: [], sent: [] };
  links = [];
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  localStorage.setItem('navigationViewMode', 'list');
});

/** A folder with these files; links are kept as the server keeps them. */
async function library(files: readonly Detail[] = [beach], path = '/content/4/navigation/5') {
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: files, total: files.length, next: null })),
    http.get(`${at}/entry/5`, () => HttpResponse.json(office)),
    http.get(`${at}/entry/8`, () => HttpResponse.json(files[0])),
    http.get(`${at}/link`, () => HttpResponse.json({ items: links, next: null })),
    http.get(`${at}/rendition/preset/of/8`, () => HttpResponse.json({ items: [] })),
    http.post(`${at}/link`, async ({ request }) => {
      const wanted = (await request.json()) as Schema<'NewShareLink'>;
      asked.made.push(wanted);
      const made = link({ has_password: wanted.password !== undefined, expires_at: wanted.expires_at ?? 0 });
      links = [made, ...links];
      return HttpResponse.json(made, { status: 201 });
    }),
    http.put(`${at}/link/:id`, async ({ request }) => {
      asked.changed.push((await request.json()) as Schema<'ShareLinkChange'>);
      return HttpResponse.json(links[0]);
    }),
    http.delete(`${at}/link/:id`, ({ params }) => {
      asked.revoked.push(String(params['id']));
      links = links.map((one) => ({ ...one, state: 'revoked' as const, url: null }));
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('http://vitrine.test/api/core/notification/send-share-message', async ({ request }) => {
      const body = (await request.json()) as Schema<'SendShareMessage'>;
      asked.sent.push(body);
      return HttpResponse.json({ sent: body.emails.split(',').length }, { status: 202 });
    }),
  );
  return openPage(path);
}

/** The dialog that the key opens for the first file. */
async function shareDialog(files: readonly Detail[] = [beach]) {
  const { person } = await library(files);
  await person.click(await screen.findByRole('gridcell', { name: /^Beach\.png/ }));
  await person.keyboard('l');
  const dialog = await screen.findByRole('dialog', { name: 'Share Beach.png' });
  return { person, dialog };
}

it('one click makes a link for thirty days, copies it and says so', async () => {
  const { person, dialog } = await shareDialog();
  expect(within(dialog).getByText(/The link shows 1 file, 151 KB\./)).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Make and copy a link' }));
  expect(await screen.findByText('Link copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('https://vitrine.test/l/abc');
  const [made] = asked.made;
  expect(made?.node_ids).toEqual([8]);
  expect(made && 'password' in made).toBe(false);
  expect(Math.abs((made?.expires_at ?? 0) - inDays(30))).toBeLessThan(DAY);
  const row = await within(dialog).findByRole('listitem');
  expect(await within(row).findByRole('textbox', { name: 'Address of the link' })).toHaveProperty(
    'value',
    'https://vitrine.test/l/abc',
  );
});

it('what is protected by a mark is told before', async () => {
  const marks = [{ security_mark_id: 1, security_mark_key: 'Embargo' }];
  const { dialog } = await shareDialog([{ ...beach, marks }]);
  expect(within(dialog).getByText(/Protected by the mark Embargo/)).toBeTruthy();
});

it.each([
  ['ended', -3, /ended on .*can see it, but not download it/],
  ['ends', 3, /end on .*After that/],
])('that the time of use %s is told before', async (_, days, words) => {
  const { dialog } = await shareDialog([{ ...beach, usable_until: inDays(days) }]);
  expect(within(dialog).getByText(words)).toBeTruthy();
});

it('of several files it says which cannot be downloaded, and how many can', async () => {
  const ended = { ...beach, node_id: 9, name: 'Dune.png', usable_until: inDays(-3) };
  const { person } = await library([beach, ended, { ...beach, node_id: 10, name: 'Sea.png' }]);
  await person.click(await screen.findByRole('gridcell', { name: /^Beach\.png/ }));
  await person.keyboard('{Control>}a{/Control}l');
  const dialog = await screen.findByRole('dialog', { name: 'Share 3 entries' });
  expect(within(dialog).getByText(/The link shows 3 files, .* 2 of them can be downloaded\./)).toBeTruthy();
  expect(within(dialog).getByText(/The usage rights of “Dune\.png” ended on/)).toBeTruthy();
});

it('a link asks and allows what its options say', async () => {
  const { person, dialog } = await shareDialog();
  await person.click(within(dialog).getByRole('button', { name: 'Options' }));
  await person.click(await within(dialog).findByRole('switch', { name: 'Ask for a password' }));
  await person.click(within(dialog).getByRole('button', { name: 'Suggest one' }));
  const password = within(dialog).getByLabelText('Password', { selector: 'input' });
  expect(password).toHaveProperty('type', 'text');
  const suggested = password instanceof HTMLInputElement ? password.value : '';
  await person.click(within(dialog).getByRole('button', { name: 'Show the password' }));
  expect(password).toHaveProperty('type', 'password');
  await person.type(within(dialog).getByLabelText('Download limit'), '5');
  await person.type(within(dialog).getByLabelText('Allowed IP addresses'), '203.0.113.7, 198.51.100.0/24');
  await person.type(within(dialog).getByLabelText('Title'), 'For the press');
  await person.click(within(dialog).getByRole('button', { name: 'Make and copy a link' }));
  await waitFor(() => expect(asked.made).toHaveLength(1));
  expect(asked.made[0]).toMatchObject({
    label: 'For the press',
    password: suggested,
    download_limit: 5,
    allowed_addresses: ['203.0.113.7', '198.51.100.0/24'],
    may_download: true,
    watermark: null,
  });
  expect(await within(dialog).findByText(suggested)).toBeTruthy();
});

it('the next link asks for a password as the one before did, and for a new one', async () => {
  const { person, dialog } = await shareDialog();
  const make = within(dialog).getByRole('button', { name: 'Make and copy a link' });
  await person.click(within(dialog).getByRole('button', { name: 'Options' }));
  await person.click(await within(dialog).findByRole('switch', { name: 'Ask for a password' }));
  await person.type(within(dialog).getByLabelText('Password', { selector: 'input' }), 'first-one');
  await person.type(within(dialog).getByLabelText('Download limit'), '5');
  await person.click(make);
  await within(dialog).findByRole('listitem');
  await person.click(make);
  expect(await within(dialog).findByText('At least 6 characters')).toBeTruthy();
  expect(asked.made).toHaveLength(1);
  const password = within(dialog).getByLabelText('Password', { selector: 'input' });
  expect(password).toHaveProperty('value', '');
  await person.type(password, 'second-one');
  await person.click(make);
  await waitFor(() => expect(asked.made).toHaveLength(2));
  expect(asked.made.map((made) => made.password)).toEqual(['first-one', 'second-one']);
  expect(asked.made[1]).toMatchObject({ download_limit: 5 });
});

it('what cannot be is told at its field, and nothing is made', async () => {
  const { person, dialog } = await shareDialog();
  await person.click(within(dialog).getByRole('button', { name: 'Options' }));
  const day = await within(dialog).findByRole('textbox', { name: 'Ends on' });
  await person.clear(day);
  await person.click(within(dialog).getByRole('switch', { name: 'Ask for a password' }));
  await person.type(within(dialog).getByLabelText('Allowed IP addresses'), 'casa.example');
  await person.click(within(dialog).getByRole('button', { name: 'Make and copy a link' }));
  expect(await within(dialog).findByText('This field is required')).toBeTruthy();
  expect(within(dialog).getByText('At least 6 characters')).toBeTruthy();
  expect(within(dialog).getByText(/IP addresses or networks, please/)).toBeTruthy();
  expect(asked.made).toEqual([]);
});

it('says that an organisation without sizes gives nothing by them', async () => {
  const { person, dialog } = await shareDialog();
  await person.click(within(dialog).getByRole('button', { name: 'Options' }));
  const gives = await within(dialog).findByRole('combobox', { name: 'Visitors may download' });
  expect(within(dialog).queryByText(/^Your organisation has no sizes yet/)).toBeNull();
  await person.selectOptions(gives, 'presets');
  expect(await within(dialog).findByText(/^Your organisation has no sizes yet/)).toBeTruthy();
});

it('a watermark can be chosen where nothing is downloaded, beside that choice', async () => {
  const { person, dialog } = await shareDialog();
  const viewOnly = within(dialog).getByRole('switch', { name: /^View only/ });
  expect(within(dialog).queryByRole('switch', { name: /^With a watermark/ })).toBeNull();
  await person.click(viewOnly);
  await person.click(within(dialog).getByRole('switch', { name: /^With a watermark/ }));
  expect(within(dialog).getByLabelText('Text')).toBeTruthy();
  await person.click(viewOnly);
  expect(within(dialog).queryByRole('switch', { name: /^With a watermark/ })).toBeNull();
  await person.click(within(dialog).getByRole('button', { name: 'Make and copy a link' }));
  await waitFor(() => expect(asked.made).toHaveLength(1));
  expect(asked.made[0]).toMatchObject({ may_download: true, watermark: null });
});

it('a refusal of the server is shown in the dialog', async () => {
  const { person, dialog } = await shareDialog();
  server.use(http.post(`${at}/link`, () => problem(409, 'too_many_links', 'You have 10,000 links.')));
  await person.click(within(dialog).getByRole('button', { name: 'Make and copy a link' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('You have 10,000 links.');
  expect(screen.queryByText('Link copied')).toBeNull();
});

it('links tell what became of them, and only what lives is copied', async () => {
  links = [
    link({ link_id: 1, label: 'Press', visits: 3, downloads: 1, download_limit: 5, has_password: true }),
    link({ link_id: 2, label: 'Old', state: 'expired', expires_at: 0 }),
    link({ link_id: 3, label: 'Gone', state: 'revoked', url: null }),
    link({ link_id: 4, label: 'Used', state: 'used_up', download_limit: 2, downloads: 2 }),
    link({ link_id: 5, label: 'Theirs', url: null, made_by: { users_id: 9, name: 'Rui Prado' } }),
    link({ link_id: 6, label: 'Mixed', state: 'ended', download_limit: 2, downloads: null, visits: null }),
  ];
  const { person, dialog } = await shareDialog();
  const rows = await within(dialog).findAllByRole('listitem');
  const told = rows.map((row) => row.textContent);
  expect(told[0]).toContain('3 visits · 1 of 5 downloads · with a password');
  expect(told[1]).toContain('Ended on');
  expect(told[2]).toContain('Revoked');
  expect(told[3]).toContain('All 2 downloads were used');
  expect(told[4]).toContain('by Rui Prado');
  expect(told[5]).toContain('Opens nothing any more');
  expect(told[5]).not.toContain('download');
  const copies = within(dialog).getAllByRole('button', { name: /^Copy the link/ });
  expect(copies.map((button) => button.getAttribute('aria-label'))).toEqual(['Copy the link Press']);
  await person.click(copies[0] as HTMLElement);
  expect(await navigator.clipboard.readText()).toBe('https://vitrine.test/l/abc');
  await person.click(within(dialog).getByRole('button', { name: 'Actions for the link Theirs' }));
  const offers = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(offers).toEqual(['Revoke']);
});

it('links without a title to one entry are told apart by when they were made, and by whom', async () => {
  const at = (day: number) => Date.UTC(2026, 10, day, 12) / 1000;
  links = [
    link({ link_id: 1, made_at: at(28) }),
    link({ link_id: 2, made_at: at(3), url: null, made_by: { users_id: 9, name: 'Rui Prado' } }),
  ];
  const { dialog } = await shareDialog();
  const told = (await within(dialog).findAllByRole('listitem')).map((row) => row.textContent);
  expect(told[0]).toMatch(/^Link of 28 Nov 2026.*made by you on 28 Nov 2026/);
  expect(told[1]).toMatch(/^Link of 3 Nov 2026.*made by Rui Prado on 3 Nov 2026/);
  const menus = within(dialog).getAllByRole('button', { name: /^Actions for the link Beach\.png, made on/ });
  expect(new Set(menus.map((button) => button.getAttribute('aria-label'))).size).toBe(2);
});

it('a link is changed: its password goes, the rest stays', async () => {
  links = [link({ has_password: true, download_limit: 3, label: 'Press' })];
  const { person, dialog } = await shareDialog();
  await person.click(await within(dialog).findByRole('button', { name: 'Actions for the link Press' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Change' }));
  const asks = await within(dialog).findByRole('switch', { name: 'Ask for a password' });
  expect(asks).toHaveProperty('checked', true);
  await person.click(asks);
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The link is changed.')).toBeTruthy();
  expect(asked.changed).toEqual([{ password: '' }]);
});

it('a search of the links stops where the next page fails, until it is asked for', async () => {
  const { person, router } = await library();
  let calls = 0;
  server.use(
    http.get(`${at}/link`, ({ request }) => {
      if (!new URL(request.url).searchParams.has('cursor'))
        return HttpResponse.json({ items: [link({ label: 'Press' })], next: 'more' });
      calls += 1;
      return problem(429, 'rate_limited', 'Too many');
    }),
  );
  router.history.push('/content/4/links');
  await person.type(await screen.findByRole('searchbox', { name: 'Search by title or name' }), 'nothing');
  await waitFor(() => expect(calls).toBe(1));
  await person.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(calls).toBe(2));
});

it('revoking asks first, and Enter does nothing', async () => {
  links = [link({ label: 'Press' })];
  const { person, dialog } = await shareDialog();
  const revoke = async () => {
    await person.click(await within(dialog).findByRole('button', { name: 'Actions for the link Press' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
    return within(dialog).findByRole('region', { name: 'Revoke' });
  };
  await revoke();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await person.keyboard('{Enter}');
  expect(asked.revoked).toEqual([]);
  const question = await revoke();
  await person.click(within(question).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The link is revoked.')).toBeTruthy();
  expect(asked.revoked).toEqual(['1']);
  await waitFor(() => expect(within(dialog).getByRole('listitem').textContent).toContain('Revoked'));
});

it('a link is sent to several addresses, each checked', async () => {
  links = [link({ label: 'Press', has_password: true })];
  const { person, dialog } = await shareDialog();
  await person.click(await within(dialog).findByRole('button', { name: 'Actions for the link Press' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Send by e-mail' }));
  const to = await within(dialog).findByLabelText('To', { selector: 'input' });
  await person.type(to, 'ana@casa.example,rui,ANA@casa.example,');
  await person.click(within(dialog).getByRole('button', { name: 'Send' }));
  expect(await within(dialog).findByText('rui is no e-mail address')).toBeTruthy();
  expect(asked.sent).toEqual([]);
  await person.click(within(dialog).getByRole('button', { name: 'Remove rui' }));
  await person.type(to, 'rui@praia.example,');
  await person.type(within(dialog).getByLabelText('Message'), 'Look');
  expect(within(dialog).getByText(/does not contain the password/)).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('The link is sent to 2 addresses.')).toBeTruthy();
  expect(asked.sent).toEqual([
    {
      emails: 'ana@casa.example,rui@praia.example',
      link: 'https://vitrine.test/l/abc',
      title: 'Press',
      message: 'Look',
    },
  ]);
});

/** The dialog of the folder that is open. */
async function askForFiles() {
  server.use(http.get(`${at}/actions/node/5`, () => HttpResponse.json({ items: [{ action_key: 'upload' }] })));
  const opened = await library();
  await opened.person.click(await screen.findByRole('button', { name: 'Upload' }));
  await opened.person.click(await screen.findByRole('menuitem', { name: 'Ask for files', hidden: true }));
  const dialog = await screen.findByRole('dialog', { name: 'Ask for files for Office' });
  return { ...opened, dialog };
}

it('a link asks for files, and says how many and of which kinds', async () => {
  const { person, dialog } = await askForFiles();
  await person.type(await within(dialog).findByLabelText('Title'), 'For the press');
  await person.type(within(dialog).getByLabelText('Message'), 'Your photos');
  expect(within(dialog).getByText(/at most 100 files, 10 GB/)).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Options' }));
  const most = await within(dialog).findByLabelText('Maximum number of files');
  await person.clear(most);
  await person.type(most, '0');
  await person.type(within(dialog).getByLabelText('File types'), 'jpg');
  await person.click(within(dialog).getByRole('button', { name: 'Films' }));
  expect(within(dialog).queryByLabelText('Download limit')).toBeNull();
  await person.click(within(dialog).getByRole('button', { name: 'Make and copy a link' }));
  expect(await within(dialog).findByText('A whole number from 1 to 10,000, please')).toBeTruthy();
  expect(asked.made).toEqual([]);
  await person.clear(most);
  await person.type(most, '20');
  await person.click(within(dialog).getByRole('button', { name: 'Make and copy a link' }));
  expect(await screen.findByText('Link copied')).toBeTruthy();
  expect(asked.made[0]).toMatchObject({
    node_ids: [5],
    label: 'For the press',
    request: {
      message: 'Your photos',
      file_limit: 20,
      byte_limit: 10 * 2 ** 30,
      extensions: ['jpg', 'mp4', 'mov', 'avi', 'mkv', 'webm'],
    },
  });
});

it('a link that asks for files tells what came, and only that is changed which was', async () => {
  const request = { message: null, file_limit: 9, byte_limit: 2 ** 30, extensions: ['jpg'] };
  const counts = { received_files: 3, received_bytes: 40, waiting: 2 };
  links = [
    link({ label: 'Press', entries: [], request: { ...request, ...counts } }),
    link({ link_id: 2, label: 'Shown' }),
  ];
  const { person, dialog } = await askForFiles();
  const row = await within(dialog).findByRole('listitem');
  expect(row.textContent).toContain('3 of 9 files received · 2 files wait');
  expect(within(dialog).queryByText('Shown')).toBeNull();
  await person.click(within(dialog).getByRole('button', { name: 'Actions for the link Press' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Change' }));
  const most = await within(row).findByLabelText('Maximum number of files');
  await person.clear(most);
  await person.type(most, '12');
  await person.click(within(row).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The link is changed.')).toBeTruthy();
  expect(asked.changed).toEqual([{ request: { ...request, file_limit: 12 } }]);
});

it('people inside are the other choice; for them the address is copied', async () => {
  const { person, dialog } = await shareDialog();
  const grants = 'http://vitrine.test/api/node/grant';
  server.use(
    http.get(`${grants}/*`, () => HttpResponse.json({ items: [], total: 0, groups: [], users: [] })),
    http.get(`${at}/actions/link/8`, () =>
      HttpResponse.json({ link: 'https://vitrine.test/content/4/navigation/5?show=8' }),
    ),
  );
  await person.click(within(dialog).getByRole('tab', { name: 'People inside' }));
  expect(await within(dialog).findByText('Granted here')).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Copy the address' }));
  expect(await screen.findByText(/Only people with access can open it/)).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('https://vitrine.test/content/4/navigation/5?show=8');
});

it.each([
  ['a reader', { role: 'reader' }],
  ['what is locked', { locked: true }],
] as const)('%s is offered no share', async (_, over) => {
  const { person } = await library([{ ...beach, ...over }]);
  await person.click(await screen.findByRole('gridcell', { name: /^Beach\.png/ }));
  await person.keyboard('l');
  // What others have locked says so at its button.
  const button = screen.queryByRole('button', { name: 'Share' });
  expect(button?.getAttribute('aria-disabled') ?? 'true').toBe('true');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('beside an entry its links are told', async () => {
  links = [link({ label: 'Press' })];
  const { person } = await library();
  await person.click(await screen.findByRole('gridcell', { name: /^Beach\.png/ }));
  await person.keyboard('i');
  const panel = await screen.findByRole('complementary', { name: 'Details' });
  const told = await within(panel).findByRole('region', { name: 'Links' });
  expect(within(told).getByText('Press')).toBeTruthy();
});

it('the page of all links finds one by its title or by what it shows', async () => {
  links = [link({ link_id: 1, label: 'Press' }), link({ link_id: 2, label: 'Agency', entries: [] })];
  const { person } = await library([beach], '/content/4/links');
  const list = await screen.findByRole('list', { name: 'My links' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  const search = screen.getByRole('searchbox', { name: 'Search by title or name' });
  await person.type(search, 'beach');
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent?.includes('Press')),
  ).toEqual([true]);
  await person.clear(search);
  await person.type(search, 'nothing');
  expect(await screen.findByText('Nothing found for “nothing”')).toBeTruthy();
});

it('the page of all links says how to make the first', async () => {
  await library([beach], '/content/4/links');
  expect(await screen.findByText('You have made no links yet')).toBeTruthy();
  expect(screen.getByText(/Choose “Share” for a file/)).toBeTruthy();
});
