import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../platform/api/client';
import { addDays, today } from '../../platform/ui/date/calendar';
import { signedInAs } from '../../testing/account';
import { application, problem } from '../../testing/answers';
import { openPage } from '../../testing/open-page';
import { noPreview } from '../../testing/preview';
import { startServer } from '../../testing/server';

type Review = Schema<'Review'>;
type Reviewer = Schema<'Reviewer'>;

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const person = (users_id: number, name: string): Schema<'ReviewPerson'> => ({ users_id, name, avatar_url: null });
const [ana, beto] = [person(7, 'Ana Souza'), person(8, 'Beto Lima')];
/** The user of these tests. */
const ME = 1;

function file(over: Partial<Schema<'EntryDetail'>> = {}): Schema<'EntryDetail'> {
  return {
    ...{
      node_id: 8,
      name: 'One.png',
      role: 'writer',
      parent_id: 5,
      node_type: 'file',
      entry_type: 'image',
      size: 1024,
    },
    ...{ mime_type: 'image/png', modified_at: 0, created_at: 0, created_by: null, taken_at: null, locked: false },
    ...{ marks: [], item_count: null, hash: null, pages: null, repository_id: 2, tenant_id: 1 },
    ...{ preview_reason: null, properties: {}, open_comments: 0, asks_first: false },
    preview: { ...noPreview, status: 'ready', width: 800, height: 600, version: 'v' },
    ...over,
  };
}

function answer(over: Partial<Schema<'ReviewAnswer'>> = {}): Schema<'ReviewAnswer'> {
  return { approves: true, words: '', version: 2, is_current: true, answered_at: 1_800_000_000, ...over };
}

function reviewer(who: Schema<'ReviewPerson'>, over: Partial<Reviewer> = {}): Reviewer {
  return { ...who, waits: true, sees: true, answer: null, earlier: [], ...over };
}

function review(reviewers: Reviewer[], over: Partial<Review> = {}): Review {
  return {
    ...{ review_id: 3, state: 'waiting', asked_by: beto, asked_at: 1_800_000_000, message: 'Ready to print?' },
    ...{ one_is_enough: false, due_on: null, reviewers, may_answer: false, may_manage: false, ended: null },
    ...over,
  };
}

/** The calls that change the review, as they were sent. */
function reviewed(over: Partial<Schema<'ReviewOfFile'>> = {}) {
  const sent: unknown[] = [];
  const told: Schema<'ReviewOfFile'> = {
    ...{ node_id: 8, version: 2, review: null, earlier: [], may_ask: false },
    ...over,
  };
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/entry/8`, () => HttpResponse.json(file())),
    http.get(`${at}/entry/5`, () => HttpResponse.json(file({ node_id: 5, name: 'Office', node_type: 'folder' }))),
    http.get(`${at}/review/entry/8`, () => HttpResponse.json(told)),
    http.get(`${at}/review/people/8`, ({ request }) => {
      const words = new URL(request.url).searchParams.get('q') ?? '';
      const items = [ana, beto].filter(({ name }) => name.toLowerCase().startsWith(words.toLowerCase()));
      return HttpResponse.json({ items });
    }),
    http.post(`${at}/review`, async ({ request }) => {
      sent.push(await request.json());
      const asked = [{ node_id: 8, review_id: 3, reviewers: 1 }];
      return HttpResponse.json({ asked, left_out: [] }, { status: 201 });
    }),
    http.put(`${at}/review/answer/3`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(told);
    }),
    http.put(`${at}/review/3`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(told);
    }),
    http.delete(`${at}/review/reviewer/3/7`, ({ request }) => {
      sent.push(request.method);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

const page = '/content/4/actions/entry/info/8';
const part = async () => within(await screen.findByRole('region', { name: /^(Review|Revisão)$/ }));

beforeEach(() => {
  // The test document has no sizes.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  HTMLElement.prototype.scrollIntoView = () => undefined;
  localStorage.setItem('navigationViewMode', 'list');
});

it('asks people about a file that nobody was asked about', async () => {
  const sent = reviewed({ may_ask: true });
  const { person: user } = await openPage(page);
  const shown = await part();
  expect(await shown.findByText('Not reviewed yet')).toBeTruthy();
  await user.click(shown.getByRole('button', { name: 'Ask for review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for review of One.png' }));
  expect(dialog.getByRole('button', { name: 'Ask for review' })).toHaveProperty('disabled', true);
  await user.type(dialog.getByLabelText('Who should review?'), 'an');
  await user.click(await screen.findByRole('option', { name: 'Ana Souza', hidden: true }));
  expect(dialog.queryByLabelText('One approval is enough'), 'of one person').toBeNull();
  await user.type(dialog.getByRole('textbox', { name: 'Message (optional)' }), 'Please look');
  await user.click(dialog.getByRole('button', { name: 'Ask for review' }));
  const asked = { node_ids: [8], reviewers: [7], message: 'Please look', due_on: null, one_is_enough: false };
  await waitFor(() => expect(sent).toEqual([asked]));
  expect(await screen.findByText('You have asked for review of One.png.')).toBeTruthy();
});

it('gives who is asked two clear buttons, and sends which version they have seen', async () => {
  const sent = reviewed({ review: review([reviewer(person(ME, 'Me'))], { may_answer: true }) });
  const { person: user } = await openPage(page);
  const shown = await part();
  expect(await shown.findByText('You are asked to review this file.')).toBeTruthy();
  expect(shown.getByText('Ready to print?')).toBeTruthy();
  await user.type(shown.getByRole('textbox', { name: 'Comment (optional)' }), ' Crop it ');
  await user.click(shown.getByRole('button', { name: 'Ask for changes' }));
  await waitFor(() => expect(sent).toEqual([{ approves: false, words: 'Crop it', version: 2 }]));
});

it('says why an answer was refused, and keeps what was written', async () => {
  reviewed({ review: review([reviewer(person(ME, 'Me'))], { may_answer: true }) });
  server.use(http.put(`${at}/review/answer/3`, () => problem(409, 'file_replaced', 'The file has a new version.')));
  const { person: user } = await openPage(page);
  const shown = await part();
  await user.type(await shown.findByRole('textbox', { name: 'Comment (optional)' }), 'Fine');
  await user.click(shown.getByRole('button', { name: 'Approve' }));
  expect((await shown.findByRole('alert')).textContent).toBe('The file has a new version.');
  expect(shown.getByRole('textbox', { name: 'Comment (optional)' })).toHaveProperty('value', 'Fine');
});

it('an answer can be changed, and one about an earlier version is asked for again', async () => {
  const mine = reviewer(person(ME, 'Me'), { answer: answer(), waits: false });
  reviewed({ review: review([mine], { may_answer: true, state: 'approved' }) });
  const { person: user } = await openPage(page);
  const shown = await part();
  expect(await shown.findByText('You have approved this version.')).toBeTruthy();
  expect(shown.queryByRole('button', { name: 'Approve' })).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Change my answer' }));
  expect(shown.getByRole('button', { name: 'Approve' })).toBeTruthy();
});

it('tells for which version each answer stands, and who sees the file no more', async () => {
  const old = reviewer(ana, {
    answer: answer({ version: 1, is_current: false, words: 'Lovely.' }),
    earlier: [],
  });
  reviewed({
    review: review([old, reviewer(beto, { sees: false })], { due_on: addDays(today(), -2), may_manage: true }),
    earlier: [
      review([reviewer(ana, { answer: answer() })], { review_id: 2, ended: { at: 1_800_000_000, by: 'Beto' } }),
    ],
  });
  const { person: user } = await openPage(page);
  const shown = await part();
  const people = await shown.findByRole('list', { name: 'Who is asked' });
  const rows = within(people).getAllByRole('listitem');
  expect(rows[0]?.textContent).toMatch(/Ana SouzaApproved version 1 · .*Lovely\./);
  expect(rows[1]?.textContent).toContain('Has not answered yetCan no longer see this file');
  expect(shown.getByText(/0 of 2 have approved/).textContent).toMatch(/overdue since/);
  await user.click(shown.getByRole('button', { name: '1 earlier review' }));
  expect(shown.getByText(/^Closed by Beto/)).toBeTruthy();
});

it('who asked takes people away and changes the day, in Portuguese too', async () => {
  const sent = reviewed({ review: review([reviewer(ana), reviewer(beto)], { may_manage: true }) });
  const { person: user } = await openPage(page, { language: 'pt' });
  const shown = await part();
  await user.click(await shown.findByRole('button', { name: 'Não pedir mais a Ana Souza' }));
  await waitFor(() => expect(sent).toEqual(['DELETE']));
  await user.click(shown.getByRole('button', { name: 'Alterar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Alterar a revisão' }));
  await user.click(dialog.getByRole('switch', { name: /^Uma aprovação basta/ }));
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(sent).toContainEqual({ due_on: null, one_is_enough: true }));
});

it('rows say the state of a file, and several are asked about at once', async () => {
  const sent = reviewed();
  const other = file({ node_id: 9, name: 'Two.png', review: 'approved' });
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [file(), other], total: 2, next: null })),
    http.post(`${at}/review`, async ({ request }) => {
      sent.push(await request.json());
      const asked = [{ node_id: 8, review_id: 3, reviewers: 1 }];
      return HttpResponse.json({ asked, left_out: [{ node_id: 9, why: 'not_seen' }] }, { status: 201 });
    }),
  );
  const { person: user } = await openPage('/content/4/navigation/5');
  const row = await screen.findByRole('row', { name: /Two/ });
  expect(await within(row).findByText('Approved')).toBeTruthy();
  await user.click(screen.getByRole('row', { name: /One/ }));
  await user.keyboard('{Control>}a{/Control}');
  const bar = await screen.findByRole('region', { name: /selection/i });
  const direct = within(bar).queryByRole('button', { name: 'Ask for review' });
  if (direct) await user.click(direct);
  else {
    await user.click(within(bar).getByRole('button', { name: /More/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ask for review' }));
  }
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for review of 2 files' }));
  await user.type(dialog.getByLabelText('Who should review?'), 'an');
  await user.click(await screen.findByRole('option', { name: 'Ana Souza', hidden: true }));
  await user.click(dialog.getByRole('button', { name: 'Ask for review' }));
  await waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ node_ids: [8, 9], reviewers: [7] })));
  expect(await screen.findByText('None of these people can see 1 file.')).toBeTruthy();
});
