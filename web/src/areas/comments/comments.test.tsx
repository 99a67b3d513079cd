import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../platform/api/client';
import { signedInAs } from '../../testing/account';
import { application, problem } from '../../testing/answers';
import { openPage } from '../../testing/open-page';
import { noPreview } from '../../testing/preview';
import { startServer } from '../../testing/server';

type Thread = Schema<'CommentThread'>;

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const person = (users_id: number, name: string): Schema<'CommentPerson'> => ({ users_id, name, avatar_url: null });
const [ana, beto] = [person(7, 'Ana Souza'), person(8, 'Beto Lima')];

function file(over: Partial<Schema<'EntryDetail'>> = {}): Schema<'EntryDetail'> {
  return {
    ...{
      node_id: 8,
      name: 'One.png',
      role: 'reader',
      parent_id: 5,
      node_type: 'file',
      entry_type: 'image',
      size: 1024,
    },
    ...{ mime_type: 'image/png', modified_at: 0, created_at: 0, created_by: null, taken_at: null, locked: false },
    ...{ marks: [], item_count: null, hash: null, pages: null, repository_id: 2, tenant_id: 1 },
    ...{ preview_reason: null, properties: {}, open_comments: 1, asks_first: false },
    preview: { ...noPreview, status: 'ready', width: 800, height: 600, version: 'v' },
    ...over,
  };
}

function said(comment_id: number, text: string, over: Partial<Thread> = {}): Thread {
  return {
    ...{ comment_id, text, node_id: 8, made_by: beto, made_at: 1_800_000_000, edited_at: null, removed: false },
    ...{ mentions: [], may_edit: false, may_remove: false, pin: null, pin_number: null, resolved: null },
    ...{ answers: [], answer_count: 0 },
    ...over,
  };
}

/** The calls that change comments, as they were sent. */
function listening(threads: readonly Thread[] = []) {
  const sent: unknown[] = [];
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/entry/8`, () => HttpResponse.json(file())),
    http.get(`${at}/entry/5`, () => HttpResponse.json(file({ node_id: 5, name: 'Office', node_type: 'folder' }))),
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [file()], total: 1, next: null })),
    http.get(`${at}/comment/entry/8`, ({ request }) => {
      sent.push(new URL(request.url).searchParams.get('threads'));
      return HttpResponse.json({ items: threads, next: null, open_count: threads.length });
    }),
    http.get(`${at}/comment/people/8`, ({ request }) => {
      const words = new URL(request.url).searchParams.get('q') ?? '';
      const items = [ana, beto].filter(({ name }) => name.toLowerCase().startsWith(words.toLowerCase()));
      return HttpResponse.json({ items });
    }),
    http.post(`${at}/comment/entry/8`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(said(9, 'x'), { status: 201 });
    }),
    http.put(`${at}/comment/resolved/1`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(said(1, 'x'));
    }),
  );
  return sent;
}

const page = '/content/4/actions/entry/info/8';
const part = async () => within(await screen.findByRole('region', { name: 'Comments' }));

beforeEach(() => {
  // The test document has no sizes.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  HTMLElement.prototype.scrollIntoView = () => undefined;
  localStorage.setItem('navigationViewMode', 'list');
});

it('tells what was said, with answers and the names of who is mentioned', async () => {
  const answer = said(2, 'Yes, <@9>', {
    mentions: [{ users_id: 9, name: 'Somebody of then' }],
    edited_at: 1,
    made_by: ana,
  });
  listening([said(1, '', { removed: true, answers: [answer], answer_count: 1 })]);
  await openPage(page);
  const shown = await part();
  expect(await shown.findByText('This comment was deleted.')).toBeTruthy();
  expect(shown.getByText('@Somebody of then')).toBeTruthy();
  expect(shown.getByText(/· edited/)).toBeTruthy();
  expect(shown.queryByRole('button', { name: /^Options/ })).toBeNull();
});

it('says that nothing was said yet, in Portuguese too', async () => {
  listening();
  const { person: user } = await openPage(page, { language: 'pt' });
  expect(await screen.findByText('Nenhum comentário aberto')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Resolvidos' }));
  expect(await screen.findByText('Nada foi resolvido ainda')).toBeTruthy();
});

it('offers people to mention, by the keyboard alone', async () => {
  const sent = listening();
  const { person: user } = await openPage(page);
  const field = await (await part()).findByRole('textbox', { name: 'Write a comment' });
  await user.type(field, 'Look, @');
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { name: 'Beto Lima' }).getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(field).toHaveProperty('value', 'Look, @Ana Souza ');
  await user.keyboard('and @be');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent).toContainEqual({ text: 'Look, <@7> and @be', pin: null }));
  await waitFor(() => expect(field).toHaveProperty('value', ''));
});

it('keeps what was written and not sent, and shows why it was refused', async () => {
  listening();
  server.use(http.post(`${at}/comment/entry/8`, () => problem(422, 'invalid', 'Not found, or not available')));
  const { person: user, router } = await openPage(page);
  await user.type(await (await part()).findByRole('textbox'), 'Half a thought');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect(await screen.findByText('Not found, or not available')).toBeTruthy();
  router.history.push('/content/4/navigation/5');
  await screen.findByRole('row', { name: /One/ });
  router.history.push(page);
  expect(await (await part()).findByRole('textbox')).toHaveProperty('value', 'Half a thought');
});

it('a thread of many answers shows the latest, and the earlier ones on demand', async () => {
  const answers = [2, 3, 4].map((id) => said(id, `Answer ${id}`));
  listening([said(1, 'First', { answers: answers.slice(2), answer_count: 3 })]);
  server.use(http.get(`${at}/comment/answer/1`, () => HttpResponse.json({ items: answers })));
  const { person: user } = await openPage(page);
  const shown = await part();
  expect(await shown.findByText('Answer 4')).toBeTruthy();
  expect(shown.queryByText('Answer 2')).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Show 2 earlier answers' }));
  expect(await shown.findByText('Answer 2')).toBeTruthy();
  const texts = shown.getAllByText(/^(First|Answer \d)$/).map((one) => one.textContent);
  expect(texts).toEqual(['First', 'Answer 2', 'Answer 3', 'Answer 4']);
  expect(shown.queryByRole('button', { name: /earlier/ })).toBeNull();
});

it('what was written about one entry is not sent to the one that is selected next', async () => {
  listening();
  const other = file({ node_id: 9, name: 'Two.png' });
  const sent: unknown[] = [];
  server.use(
    http.get(`${at}/entry/9`, () => HttpResponse.json(other)),
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [file(), other], total: 2, next: null })),
    http.get(`${at}/comment/entry/9`, () => HttpResponse.json({ items: [], next: null, open_count: 0 })),
    http.post(`${at}/comment/entry/9`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(said(10, 'x', { node_id: 9 }), { status: 201 });
    }),
  );
  const { person: user } = await openPage('/content/4/navigation/5');
  await user.click(await screen.findByRole('row', { name: /One/ }));
  await user.keyboard('i');
  await user.click(await screen.findByRole('tab', { name: /^Comments/ }));
  const field = () => screen.findByRole('textbox', { name: 'Write a comment' });
  await user.type(await field(), 'About one');
  await user.click(screen.getByRole('row', { name: /Two/ }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Two.png' })).toBeTruthy());
  expect(await field()).toHaveProperty('value', '');
  await user.type(await field(), 'About two');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  await waitFor(() => expect(sent).toEqual([{ text: 'About two', pin: null }]));
  await user.click(screen.getByRole('row', { name: /One/ }));
  await waitFor(async () => expect(await field()).toHaveProperty('value', 'About one'));
});

it('resolves a thread and reads the list again', async () => {
  const sent = listening([said(1, 'Too dark?')]);
  const { person: user } = await openPage(page);
  await user.click(await (await part()).findByRole('button', { name: 'Resolve' }));
  await waitFor(() => expect(sent).toEqual(['open', { resolved: true }, 'open']));
});

it('stands on the picture in the viewer, where a pin is set by keys', async () => {
  const sent = listening([said(1, 'Too dark?', { pin: { x: 250, y: 500, page: null }, pin_number: 1 })]);
  const { person: user } = await openPage('/content/4/navigation/5?show=8#comments');
  const viewer = within(await screen.findByRole('dialog', { name: 'Preview of One.png' }));
  expect(await viewer.findByRole('tab', { name: 'Comments 1', selected: true })).toBeTruthy();
  const pin = await viewer.findByRole('button', { name: 'Pin 1: Beto Lima' });
  expect([pin.style.left, pin.style.top]).toEqual(['25%', '50%']);
  await user.click(viewer.getByRole('button', { name: 'Pin to a place' }));
  await user.keyboard('{Escape}');
  expect(viewer.queryByRole('button', { name: 'Place of the comment' })).toBeNull();
  await user.click(viewer.getByRole('button', { name: 'Pin to a place' }));
  await user.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}{Enter}');
  expect(await viewer.findByRole('img', { name: 'Here' })).toBeTruthy();
  await user.type(viewer.getByRole('textbox', { name: 'Write a comment' }), 'Here');
  await user.click(viewer.getByRole('button', { name: 'Comment' }));
  await waitFor(() => expect(sent).toContainEqual({ text: 'Here', pin: { x: 510, y: 400, page: null } }));
});
