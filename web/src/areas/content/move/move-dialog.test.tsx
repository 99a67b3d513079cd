import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { queryClient } from '../../../platform/api/query-client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { startI18n } from '../../../platform/i18n/i18n';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { Entry } from '../queries';
import { MoveDialog } from './MoveDialog';
import type { TakenName } from './taken-names';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

const entry = {
  ...{ node_id: 8, parent_id: 3, node_type: 'file', entry_type: 'text', name: 'plan.txt', size: 1, mime_type: null },
  ...{ modified_at: 0, locked: false, role: 'manager', marks: [], item_count: null, preview: noPreview },
} as unknown as Entry;

const met: Schema<'MoveCheck'> = {
  ...{ possible: 0, not_allowed: 0, already_there: 0, into_itself: 0, other_repository: 0 },
  ...{ existing_count: 0, existing: [], keeps_marks: false, crossing: 0, no_room: false },
  ...{ lost_marks: [], would_see: null },
};

async function dialogAt(folder: number) {
  await startI18n();
  await loadActionTexts();
  queryClient.clear();
  server.use(
    http.get(`${at}/entry/${folder}`, () => HttpResponse.json({ ...entry, node_id: folder, name: 'Archive' })),
    http.get(`${at}/entry/parents/${folder}`, () => HttpResponse.json({ items: [] })),
    http.get(`${at}/entry/folders/${folder}`, () => HttpResponse.json({ items: [], next: null })),
    http.get(`${at}/*`, () => HttpResponse.json({ items: [], total: 0 })),
    http.put(`${at}/entry/copymove/check`, () => HttpResponse.json({ ...met, other_repository: 1 })),
  );
  const close = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <MoveDialog
          mover={{ appId: 4, client: queryClient, navigate: vi.fn() }}
          moved={{ entries: [entry], whole: null }}
          way="move"
          start={folder}
          close={close}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { close, person: userEvent.setup() };
}

it('the search finds repositories and folders anywhere, says where they are, and goes on', async () => {
  const { person } = await dialogAt(20);
  const hit = (node_id: number, name: string, ...places: string[]) => ({
    ...{ ...entry, node_id, name, node_type: 'folder', similar: false, path: places.join(' / ') },
    places: places.map((name, at) => ({ node_id: at + 1, name })),
  });
  const repository = { ...{ node_id: 40, title: 'Águas do Sul', active: true, role: 'writer' }, repository_id: 4 };
  const asked: (string | null)[] = [];
  server.use(
    http.get(`${at}/repository`, () =>
      HttpResponse.json({
        items: [repository, { ...repository, node_id: 41, title: 'Closed', active: false }],
        total: 2,
      }),
    ),
    http.get(`${at}/search`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.get('types'));
      return searchParams.get('after') === null
        ? HttpResponse.json({ items: [hit(50, 'Sul', 'Photos', 'Agua')], next: 'more' })
        : HttpResponse.json({ items: [hit(51, 'Sul 2', '…')], next: null });
    }),
  );
  await queryClient.invalidateQueries();
  await person.type(screen.getByRole('searchbox'), 'agua sul');
  const list = screen.getByRole('list', { name: 'Choose a folder' });
  await within(list).findByText('Sul');
  const rows = () =>
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(rows()).toEqual(['Águas do Sul', 'SulPhotos / Agua']);
  await person.click(screen.getByRole('button', { name: 'Show more' }));
  await within(list).findByText('Sul 2');
  expect(rows()).toEqual(['Águas do Sul', 'SulPhotos / Agua', 'Sul 2…']);
  expect(new Set(asked)).toEqual(new Set(['folder']));
});

it('pins are offered before what was opened last, and the folder that is open is pinned and unpinned', async () => {
  const folder = (node_id: number, name: string, role = 'writer') => ({
    ...{ ...entry, node_id, name, role, node_type: 'folder' },
  });
  let save: () => void = () => undefined;
  const saved = new Promise<void>((resolve) => {
    save = resolve;
  });
  let puts = 0;
  let pins = [folder(30, 'Inbox'), folder(31, 'Only to read', 'reader')];
  const { person } = await dialogAt(20);
  server.use(
    http.get(`${at}/home/pin`, () => HttpResponse.json({ items: pins })),
    http.get(`${at}/home/recent`, () =>
      HttpResponse.json({ items: [folder(30, 'Inbox'), folder(32, 'Lately')], next: null }),
    ),
    http.put(`${at}/home/pin/20`, async () => {
      puts += 1;
      await saved;
      pins = [folder(20, 'Archive'), ...pins];
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(`${at}/home/pin/20`, () => {
      pins = pins.slice(1);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await queryClient.invalidateQueries();
  const pinned = await screen.findByRole('list', { name: 'Pinned' });
  const recent = await screen.findByRole('list', { name: 'Recent' });
  const names = (list: HTMLElement) =>
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  // What the user may only read takes nothing, and what is pinned is not offered twice.
  await waitFor(() => expect([names(pinned), names(recent)]).toEqual([['Inbox'], ['Lately']]));
  expect(pinned.compareDocumentPosition(recent) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  const pin = screen.getByRole<HTMLButtonElement>('button', { name: 'Pin this folder' });
  await person.click(pin);
  await waitFor(() => expect(puts).toBe(1));
  // A disabled button would lose the focus.
  expect([pin.disabled, document.activeElement === pin]).toEqual([false, true]);
  await person.click(pin);
  save();
  await person.click(await screen.findByRole('button', { name: 'Unpin this folder' }));
  expect(await screen.findByRole('button', { name: 'Pin this folder' })).toBeDefined();
  expect(puts).toBe(1);
});

const taken = (over: Partial<TakenName>): TakenName => ({
  ...{ node_id: 8, name: 'plan.txt', existing_node_id: 30, bytes: 6, modified_at: 1_700_000_000 },
  ...{ existing_bytes: 13, existing_modified_at: 1_600_000_000 },
  ...{ may_replace: true, why_not: null, is_other_type: false, ...over },
});

it('what has the name there is shown beside it, and replaced if the user says so', async () => {
  const { person, close } = await dialogAt(20);
  const begun: unknown[] = [];
  server.use(
    http.put(`${at}/entry/copymove/check`, () =>
      HttpResponse.json({ ...met, possible: 1, existing_count: 1, existing: [taken({ is_other_type: true })] }),
    ),
    http.post(`${at}/entry/move`, async ({ request }) => {
      begun.push(await request.json());
      return HttpResponse.json({ bg_action: { bg_action_id: 'a' }, count: 1 });
    }),
  );
  await queryClient.invalidateQueries();
  const group = await screen.findByRole('group', { name: '“plan.txt” exists there' });
  expect(within(group).getByText(/^There: 13 B/)).toBeDefined();
  expect(within(group).getByText(/^This one: 6 B/)).toBeDefined();
  expect(within(group).getByText('These are files of different types.')).toBeDefined();
  const move = screen.getByRole('button', { name: 'Move here' });
  expect(move.hasAttribute('disabled'), 'it would stay where it is').toBe(true);
  await person.click(within(group).getByRole('radio', { name: 'Replace: it becomes the next version' }));
  await person.click(move);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(begun).toEqual([{ node_ids: [8], target_id: 20, keep_both: false, replace: true }]);
});

it('what may not be replaced says why, and the answer is not offered', async () => {
  await dialogAt(20);
  const existing = [taken({ may_replace: false, why_not: 'loses_marks' })];
  server.use(
    http.put(`${at}/entry/copymove/check`, () =>
      HttpResponse.json({ ...met, possible: 1, existing_count: 1, existing }),
    ),
  );
  await queryClient.invalidateQueries();
  const group = await screen.findByRole('group', { name: '“plan.txt” exists there' });
  expect(within(group).getByText(/marks protect this one/)).toBeDefined();
  expect(within(group).queryByRole('radio', { name: /^Replace/ })).toBeNull();
});

it('into another repository it moves in the background, and the dialog says so', async () => {
  const { person, close } = await dialogAt(20);
  const crossing = { ...met, possible: 1, crossing: 1 };
  const moved: unknown[] = [];
  server.use(
    http.put(`${at}/entry/copymove/check`, () => HttpResponse.json(crossing)),
    http.post(`${at}/entry/move/8`, async ({ request }) => {
      moved.push(await request.json());
      return HttpResponse.json({ bg_action_id: 'a', status: 'in_progress' });
    }),
  );
  await queryClient.invalidateQueries();
  expect(await screen.findByText(/^This is another repository\. The files are copied there/)).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Move here' }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(moved).toEqual([{ target_id: 20 }]);
});

it('marks are kept unless the user takes them away with a reason, who would see it then is said', async () => {
  const { person, close } = await dialogAt(20);
  const seeing = { items: [{ users_id: 7, name: 'Ana Souza', avatar_url: null }] };
  const bodies: unknown[] = [];
  server.use(
    http.put(`${at}/entry/copymove/check`, () =>
      HttpResponse.json({ ...met, possible: 1, keeps_marks: true, lost_marks: ['secret'], would_see: seeing }),
    ),
    http.post(`${at}/entry/move/8`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ bg_action_id: 'a', status: 'success' });
    }),
  );
  await queryClient.invalidateQueries();
  const group = await screen.findByRole('group', { name: 'Marks protect what moves here: secret' });
  expect(within(group).getByRole<HTMLInputElement>('radio', { name: 'Keep the marks' }).checked).toBe(true);
  await person.click(within(group).getByRole('radio', { name: 'Take the marks away' }));
  expect(within(group).getByText('Everybody who sees Archive will see it, such as Ana Souza.')).toBeDefined();
  const move = screen.getByRole('button', { name: 'Move here' });
  expect(move.hasAttribute('disabled'), 'it needs a reason').toBe(true);
  await person.type(within(group).getByRole('textbox', { name: /^Why/ }), 'It is public');
  await person.click(move);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(bodies).toEqual([{ target_id: 20, widen_reason: 'It is public', give_up_marks: ['secret'] }]);
});

it('a reason ends with the marks that it is about', async () => {
  const { person, close } = await dialogAt(20);
  let lost_marks = ['secret'];
  const bodies: unknown[] = [];
  server.use(
    http.put(`${at}/entry/copymove/check`, () =>
      HttpResponse.json({ ...met, possible: 1, keeps_marks: lost_marks.length > 0, lost_marks }),
    ),
    http.post(`${at}/entry/move/8`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ bg_action_id: 'a', status: 'success' });
    }),
  );
  await queryClient.invalidateQueries();
  await person.click(await screen.findByRole('radio', { name: 'Take the marks away' }));
  await person.type(screen.getByRole('textbox', { name: /^Why/ }), 'It is public');
  lost_marks = [];
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Why/ })).toBeNull());
  await person.click(screen.getByRole('button', { name: 'Move here' }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(bodies).toEqual([{ target_id: 20 }]);
});

it('a reason says nothing of marks that came since, which are shown before it is asked for again', async () => {
  const { person, close } = await dialogAt(20);
  let lost_marks = ['secret'];
  const bodies: unknown[] = [];
  server.use(
    http.put(`${at}/entry/copymove/check`, () =>
      HttpResponse.json({ ...met, possible: 1, keeps_marks: true, lost_marks }),
    ),
    http.post(`${at}/entry/move/8`, async ({ request }) => {
      bodies.push(await request.json());
      lost_marks = ['secret', 'embargo'];
      return HttpResponse.json({ status: 409, code: 'other_marks', message: 'Other marks' }, { status: 409 });
    }),
  );
  await queryClient.invalidateQueries();
  await person.click(await screen.findByRole('radio', { name: 'Take the marks away' }));
  await person.type(screen.getByRole('textbox', { name: /^Why/ }), 'It is public');
  await person.click(screen.getByRole('button', { name: 'Move here' }));
  await screen.findByRole('group', { name: 'Marks protect what moves here: secret and embargo' });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Keep the marks' }).checked).toBe(true);
  expect(screen.queryByRole('textbox', { name: /^Why/ })).toBeNull();
  expect(bodies).toEqual([{ target_id: 20, widen_reason: 'It is public', give_up_marks: ['secret'] }]);
  expect(close).not.toHaveBeenCalled();
});

it('what has no room in another repository does not move there', async () => {
  await dialogAt(20);
  const full = { ...met, possible: 1, crossing: 1, no_room: true };
  server.use(http.put(`${at}/entry/copymove/check`, () => HttpResponse.json(full)));
  await queryClient.invalidateQueries();
  expect(await screen.findByText(/^There is no room for these files in that repository/)).toBeDefined();
  expect(screen.queryByText(/^This is another repository/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Move here' }).hasAttribute('disabled')).toBe(true);
});

it('what is of another organisation stays there', async () => {
  await dialogAt(20);
  expect(await screen.findByText('It stays in its organisation.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Move here' }).hasAttribute('disabled')).toBe(true);
});
