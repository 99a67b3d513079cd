import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { api, openLinkPage } from '../testing/open-link';
import { startServer } from '../testing/server';
import type { AskingLink } from './answers';

const server = startServer();

const asking = (over: Partial<AskingLink> = {}): AskingLink => ({
  state: 'request',
  front: { tenant_title: 'Casa Lumen', theme_config: null },
  ...{ title: 'For the press', message: 'Your photos, please', made_by: 'Ana Souza' },
  expires_at: Date.now() / 1000 + 600,
  ...{ extensions: [], files_left: 10, bytes_left: 1000, max_file_bytes: 500 },
  ...over,
});

interface Came {
  announced: { name: string; size: number; sender: string; email?: string }[];
  bytes: Map<string, string>;
  givenUp: string[];
}

/** Keeps what comes; `refuse` may answer an announcement, or a part. */
function serve(
  link: AskingLink,
  refuse: { announce?: () => Response | null; part?: () => Response | null } = {},
): Came {
  const came: Came = { announced: [], bytes: new Map(), givenUp: [] };
  server.use(
    http.get(api, () => HttpResponse.json(link)),
    http.get(`${api}/entries`, () => new HttpResponse(null, { status: 404 })),
    http.post(`${api}/file`, async ({ request }) => {
      const refused = refuse.announce?.();
      if (refused) return refused;
      came.announced.push((await request.json()) as Came['announced'][number]);
      return HttpResponse.json({ node_id: came.announced.length, ticket: 't' }, { status: 201 });
    }),
    http.head(`${api}/file/:id`, ({ params }) => {
      const stored = came.bytes.get(String(params['id'])) ?? '';
      return new HttpResponse(null, { headers: { 'upload-offset': String(stored.length) } });
    }),
    http.patch(`${api}/file/:id`, async ({ params, request }) => {
      const refused = refuse.part?.();
      if (refused) return refused;
      const stored = (came.bytes.get(String(params['id'])) ?? '') + (await request.text());
      came.bytes.set(String(params['id']), stored);
      return new HttpResponse(null, { status: 204, headers: { 'upload-offset': String(stored.length) } });
    }),
    http.delete(`${api}/file/:id`, ({ params }) => {
      came.givenUp.push(String(params['id']));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return came;
}

const problem = (status: number, code: string, field?: string) =>
  HttpResponse.json({ code, ...(field !== undefined && { errors: [{ field }] }) }, { status });

async function choose(...files: File[]): Promise<void> {
  await userEvent.upload(await screen.findByLabelText('Choose files', { selector: 'input' }), files);
}

const file = (name: string, text: string) => new File([text], name);
const send = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('its address says that it asks for files, so that nothing else is asked for', async () => {
  let entries = 0;
  serve(asking());
  server.use(
    http.get(`${api}/entries`, () => {
      entries += 1;
      return new HttpResponse(null, { status: 404 });
    }),
  );
  openLinkPage('/l/abc#send');
  await screen.findByText('Your photos, please');
  expect(entries).toBe(0);
});

it('takes files, and says nothing of where they go', async () => {
  const came = serve(asking());
  openLinkPage();
  await screen.findByRole('heading', { level: 1, name: 'For the press' });
  screen.getByText('Ana Souza asks for files');
  screen.getByText('Your photos, please');
  screen.getByText('10 files, 1,000 B at most');
  await waitFor(() => expect(document.title).toBe('For the press – Casa Lumen'));
  await choose(file('one.jpg', 'one'), file('two.jpg', 'second'), file('empty.txt', ''));
  await userEvent.type(screen.getByLabelText('Your name'), ' Rui Lima ');
  await send('Send 3 files');
  await screen.findByRole('heading', { name: 'Thank you' });
  screen.getByText('3 files have come. Somebody will look at them.');
  expect(came.announced[0]).toEqual({ name: 'one.jpg', size: 3, sender: 'Rui Lima' });
  expect([...came.bytes.values()].sort()).toEqual(['one', 'second']);
});

it('refuses before anything is sent what the link does not take', async () => {
  const came = serve(asking({ extensions: ['jpg'], bytes_left: 10 }));
  openLinkPage();
  await screen.findByText('Only jpg · 10 files, 10 B at most');
  const input = await screen.findByLabelText('Choose files', { selector: 'input' });
  expect(input.getAttribute('accept')).toBe('.jpg');
  await userEvent.upload(input, [file('tool.exe', 'x'), file('large.jpg', 'x'.repeat(11))], { applyAccept: false });
  await screen.findByText('This link takes only jpg.');
  screen.getByText('This link has no space left for a file as large as this.');
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Remove tool.exe' }));
  expect(screen.queryByText('tool.exe')).toBeNull();
  expect(came.announced).toEqual([]);
});

it('says what is wrong with a name, and sends the file under another one', async () => {
  const came = serve(asking());
  openLinkPage();
  await choose(file('Outdoor 3:1?.jpg', 'x'), file('con.txt', 'y'), file('plan.', 'z'), file('é'.repeat(130), 'l'));
  await screen.findByText('A name cannot have : ?');
  screen.getByText('This name is kept for systems.');
  screen.getByText('A name cannot end with a dot.');
  screen.getByText('The name is too long.');
  await userEvent.type(screen.getByLabelText('Your name'), 'Rui');
  await userEvent.click(screen.getByRole('button', { name: 'Send as Outdoor 3×1.jpg' }));
  expect(screen.queryByText('Outdoor 3:1?.jpg')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send as plan' }));
  await send('Send 2 files');
  await waitFor(() => expect(came.announced.map(({ name }) => name).sort()).toEqual(['Outdoor 3×1.jpg', 'plan']));
});

it('asks for a name, and says what is wrong with the address', async () => {
  let isWrong = true;
  const came = serve(asking(), { announce: () => (isWrong ? problem(422, 'invalid', 'email') : null) });
  openLinkPage();
  await choose(file('one.jpg', 'one'));
  await send('Send 1 file');
  await screen.findByText('Say who sends the files.');
  expect(screen.getByLabelText('Your name')).toBe(document.activeElement);
  await userEvent.type(screen.getByLabelText('Your name'), 'Rui');
  await userEvent.type(screen.getByLabelText('E-mail (if you like)'), 'rui');
  await send('Send 1 file');
  await screen.findByText('This is no e-mail address.');
  isWrong = false;
  await userEvent.type(screen.getByLabelText('E-mail (if you like)'), '@casa.example');
  await send('Send 1 file');
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(came.announced[0]?.email).toBe('rui@casa.example');
});

it('tells why a file was refused, and tries another again', async () => {
  const answers = [problem(409, 'link_full'), null, null];
  let failing = true;
  const came = serve(asking(), {
    announce: () => answers.shift() ?? null,
    part: () => (failing ? problem(500, 'internal') : null),
  });
  openLinkPage();
  await choose(file('one.jpg', 'one'), file('two.jpg', 'two'));
  await userEvent.type(screen.getByLabelText('Your name'), 'Rui');
  await send('Send 2 files');
  const rows = within(await screen.findByRole('list', { name: 'Files' }));
  await rows.findByText('This link takes no more files, or none as large as this.');
  await rows.findByText('It could not be sent.');
  failing = false;
  await userEvent.click(rows.getByRole('button', { name: 'Try again' }));
  await rows.findByText('Sent, 3 B');
  await userEvent.click(rows.getByRole('button', { name: 'Remove one.jpg' }));
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(came.announced.map(({ name }) => name)).toEqual(['two.jpg', 'two.jpg']);
});

it('says that a link is full by the time that a file comes', async () => {
  serve(asking(), { part: () => problem(409, 'link_full') });
  openLinkPage();
  await choose(file('one.jpg', 'one'));
  await userEvent.type(screen.getByLabelText('Your name'), 'Rui');
  await send('Send 1 file');
  const rows = within(await screen.findByRole('list', { name: 'Files' }));
  await rows.findByText('This link takes no more files, or none as large as this.');
});

it('says when a link has all the files that it takes', async () => {
  serve(asking({ files_left: 0, bytes_left: 0 }));
  openLinkPage();
  await screen.findByText(/^This link has all the files that it takes\./);
  expect(screen.queryByRole('button')).toBeNull();
});
