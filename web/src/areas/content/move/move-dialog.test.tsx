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

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

const entry = {
  ...{ node_id: 8, parent_id: 3, node_type: 'file', entry_type: 'text', name: 'plan.txt', size: 1, mime_type: null },
  ...{ modified_at: 0, locked: false, role: 'manager', marks: [], item_count: null, preview: noPreview },
} as unknown as Entry;

const met: Schema<'MoveCheck'> = {
  ...{ possible: 0, not_allowed: 0, already_there: 0, into_itself: 0, other_repository: 0 },
  ...{ existing_count: 0, existing: [], keeps_marks: false },
};

async function dialogAt(folder: number) {
  await startI18n();
  await loadActionTexts();
  queryClient.clear();
  const copied = vi.fn();
  const checked: unknown[] = [];
  server.use(
    http.get(`${at}/entry/${folder}`, () => HttpResponse.json({ ...entry, node_id: folder, name: 'Archive' })),
    http.get(`${at}/entry/parents/${folder}`, () => HttpResponse.json({ items: [] })),
    http.get(`${at}/entry/folders/${folder}`, () => HttpResponse.json({ items: [], next: null })),
    http.get(`${at}/*`, () => HttpResponse.json({ items: [], total: 0 })),
    http.put(`${at}/entry/copymove/check`, async ({ request }) => {
      const { copy } = (await request.json()) as { copy: boolean };
      checked.push(copy);
      return HttpResponse.json(copy ? { ...met, possible: 1 } : { ...met, other_repository: 1 });
    }),
    http.put(`${at}/entry/copy/8/to/${folder}`, () => {
      copied();
      return HttpResponse.json({ bg_action: { bg_action_id: 'a' }, count: 1 });
    }),
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
  return { checked, copied, close, person: userEvent.setup() };
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

it('what cannot move into another repository is copied there instead', async () => {
  const { checked, copied, close, person } = await dialogAt(20);
  await person.click(await screen.findByRole('button', { name: 'Copy instead' }));
  const copy = await screen.findByRole('button', { name: 'Copy here' });
  await waitFor(() => expect(copy.hasAttribute('disabled')).toBe(false));
  expect(screen.queryByRole('button', { name: 'Copy instead' })).toBeNull();
  await person.click(copy);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(copied).toHaveBeenCalledOnce();
  expect(checked).toEqual([false, true]);
});
