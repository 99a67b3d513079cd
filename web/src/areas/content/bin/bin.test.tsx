import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

const server = startServer();

function removed(node_id: number, purgeable: boolean): Schema<'BinEntry'> {
  return {
    ...{ node_id, node_type: 'file', name: `Plan ${node_id}.pdf`, parent_id: 5, parent_name: 'Plans', size: 10 },
    ...{ deleted_at: 1_800_000_000, deleted_by: 'Ana Souza', purge_at: 1_800_000_000, purgeable },
    ...{ entry_type: 'pdf', locked: false, preview: noPreview },
  };
}

it.each([
  ['the last page', null, 'Delete 2 entries in the bin for good?'],
  ['a page with others behind it', 'more', 'Delete 2+ entries in the bin for good?'],
])('the question before a bin is emptied counts what may be deleted: %s', async (_, next, question) => {
  const page: Schema<'BinPage'> = { items: [removed(1, true), removed(2, false), removed(3, true)], next };
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(http.get('http://vitrine.test/api/app/4/entry/bin', () => HttpResponse.json(page)));
  const { person } = await openPage('/content/4/bin');
  await person.click(await screen.findByRole('button', { name: 'Empty the bin' }));
  expect(await screen.findByText(question)).toBeTruthy();
});

it.each(['Empty the bin', 'Delete for good: Plan 1.pdf'])(
  'a key that is held does not delete for good, and neither does the next Enter: %s',
  async (opener) => {
    const page: Schema<'BinPage'> = { items: [removed(1, true)], next: null };
    signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
    server.use(http.get('http://vitrine.test/api/app/4/entry/bin', () => HttpResponse.json(page)));
    const { person } = await openPage('/content/4/bin');
    await person.click(await screen.findByRole('button', { name: opener }));
    const cancel = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    expect(fireEvent.keyDown(cancel, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(cancel, { key: 'Enter' })).toBe(true);
    await person.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

it('what somebody has locked says in the bin whose lock it is', async () => {
  const lock = { locked: true, locked_by_name: 'Ana Souza', locked_at: 1_700_000_000 };
  const page: Schema<'BinPage'> = { items: [{ ...removed(1, true), ...lock }, removed(2, true)], next: null };
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(http.get('http://vitrine.test/api/app/4/entry/bin', () => HttpResponse.json(page)));
  await openPage('/content/4/bin');
  const [held, free] = within(await screen.findByRole('list', { name: 'Bin' })).getAllByRole('listitem');
  expect(held?.textContent).toContain('Locked by Ana Souza since');
  expect(free?.textContent).not.toContain('Locked');
});

it('the words of a search of the bin are cleared by the button in their field, which keeps the focus', async () => {
  const page: Schema<'BinPage'> = { items: [removed(1, true)], next: null };
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(http.get('http://vitrine.test/api/app/4/entry/bin', () => HttpResponse.json(page)));
  const { person } = await openPage('/content/4/bin');
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: /bin/ });
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  await person.type(field, 'plan');
  await person.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
});

it('the bin is narrowed to what the user removed, which is not what is emptied', async () => {
  const own = new Set([1]);
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get('http://vitrine.test/api/app/4/entry/bin', ({ request }) => {
      const mine = new URL(request.url).searchParams.get('mine') === 'true';
      const items = [removed(1, true), removed(2, true)].filter(({ node_id }) => !mine || own.has(node_id));
      return HttpResponse.json({ items, next: null });
    }),
  );
  const { person } = await openPage('/content/4/bin');
  expect(await screen.findByRole('button', { name: 'Restore Plan 2.pdf' })).toBeTruthy();
  await person.click(screen.getByRole('switch', { name: 'Only what I removed' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Plan 2.pdf' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Restore Plan 1.pdf' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Empty the bin' })).toBeNull();
  await person.click(screen.getByRole('switch', { name: 'Only what I removed' }));
  expect(await screen.findByRole('button', { name: 'Restore Plan 2.pdf' })).toBeTruthy();
});

it('while words are searched in the bin, nothing offers to empty all of it', async () => {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get('http://vitrine.test/api/app/4/entry/bin', ({ request }) => {
      const term = new URL(request.url).searchParams.get('term') ?? '';
      const items = [removed(1, true), removed(2, true)].filter(({ name }) => name.includes(term));
      return HttpResponse.json({ items, next: null });
    }),
  );
  const { person } = await openPage('/content/4/bin');
  await screen.findByRole('button', { name: 'Empty the bin' });
  await person.type(screen.getByRole('searchbox', { name: /bin/ }), '2');
  expect(screen.queryByRole('button', { name: 'Empty the bin' }), 'before the pause').toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Plan 1.pdf' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Empty the bin' }), 'of what is found').toBeNull();
  await person.click(screen.getByRole('button', { name: 'Clear search' }));
  await person.click(await screen.findByRole('button', { name: 'Empty the bin' }));
  expect(await screen.findByText('Delete 2 entries in the bin for good?')).toBeTruthy();
});
