import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { startI18n } from '../../../platform/i18n/i18n';
import { backgroundActionsQuery } from '../../../platform/live/background-actions-query';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { Entry } from '../queries';
import { RenameManyDialog } from './RenameManyDialog';
import { renamed } from './rename-many';

const server = startServer();
const sent: unknown[] = [];
const close = vi.fn();

const file = (node_id: number, name: string): Entry => ({
  ...{ node_id, name, parent_id: 9, node_type: 'file', entry_type: 'text', role: 'writer', locked: false, marks: [] },
  ...{ item_count: null, size: 1, mime_type: null, modified_at: 0, preview: noPreview },
});

beforeEach(async () => {
  await startI18n();
  await loadActionTexts();
  sent.length = 0;
  close.mockClear();
  server.use(
    http.post('http://vitrine.test/api/app/3/entry/exists/9', async ({ request }) => {
      const { names } = (await request.json()) as { names: string[] };
      const entries = names.filter((name) => name === 'Plan 1.txt').map((name) => ({ name, node_id: 50 }));
      return HttpResponse.json({ entries, existing: entries.map(({ name }) => name), exists: entries.length > 0 });
    }),
    http.post('http://vitrine.test/api/app/3/selection/rename', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ count: 1, bg_action: { bg_action_id: 'a' } }, { status: 202 });
    }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <RenameManyDialog appId={3} entries={[file(1, 'a.txt'), file(2, 'b.txt')]} close={close} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText('New name'), { target: { value: 'Plan {n}' } });
});

const rename = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('leaves out what another entry is called, and says so before', async () => {
  expect(screen.getByRole('status').textContent).toBe('2 new names');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 new name · 1 exists already'));
  rename('Rename 1 entry');
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(sent).toEqual([{ entries: [{ node_id: 2, name: 'Plan 2.txt' }], keep_both: false }]);
});

it('lets the server number it where both are kept', async () => {
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Keep both: this one gets a number' }));
  expect(screen.getByText('Exists already, and gets a number')).toBeTruthy();
  rename('Rename 2 entries');
  await waitFor(() => expect(close).toHaveBeenCalled());
  const entries = [
    { node_id: 1, name: 'Plan 1.txt' },
    { node_id: 2, name: 'Plan 2.txt' },
  ];
  expect(sent).toEqual([{ entries, keep_both: true }]);
});

it.each([
  ['going on', { status: 'in_progress' }, undefined],
  ['done', { status: 'success', done: 3, failed: 0 }, { kind: 'success', message: '3 entries have new names.' }],
  [
    'done in part',
    { status: 'partial_error', done: 2, failed: 1, text: '1 is locked.' },
    { kind: 'info', message: '2 of 3 entries have new names. 1 is locked.' },
  ],
  ['refused', { status: 'error', done: 0, failed: 1, text: 'It is locked.' }, { kind: 'error' }],
])('a renaming is told as what it is: %s', async (_, over, end) => {
  const client = new QueryClient();
  const action = { bg_action_id: 'a', text: '', done: null, failed: null, undone: false, ...over };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let now: unknown;
  void renamed(client, 'a', { run: async () => undefined }).then((told) => {
    now = told;
  });
  client.setQueryData(backgroundActionsQuery().queryKey, { items: [action as Schema<'BgAction'>], total: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(now).toEqual(end === undefined ? undefined : expect.objectContaining(end));
});
