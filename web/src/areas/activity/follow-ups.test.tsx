import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../platform/api/client';
import { queryClient } from '../../platform/api/query-client';
import { startI18n } from '../../platform/i18n/i18n';
import { loadTrayTexts } from '../../platform/i18n/tray-texts';
import { backgroundActionsQuery } from '../../platform/live/background-actions-query';
import { UploadsContext } from '../../platform/uploads/uploads-context';
import { startServer } from '../../testing/server';
import type { Action } from './action';
import { FollowUps } from './FollowUps';

const server = startServer();

beforeAll(async () => {
  await startI18n();
  await loadTrayTexts();
});
beforeEach(() => queryClient.clear());

const now = () => Math.floor(Date.now() / 1000);

function action(over: Partial<Action>): Action {
  return {
    ...{ id: 'a', groupId: 'g', title: 'plan.txt', text: '', type: 'move', icon: null, createdAt: now() },
    ...{ progress: 100, status: 'success', nodeId: null, parentId: null, items: 3, cancellable: false },
    ...{ done: 3, failed: 0, undoUntil: null, undone: false, retryUntil: null, undoes: null, fromId: null },
    ...over,
  };
}

function shown(...actions: Action[]) {
  const handlers = { cancel: vi.fn(), clear: vi.fn(), undo: vi.fn(), retry: vi.fn() };
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <FollowUps appId={1} actions={actions} title="You moved 3 items" handlers={handlers} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return handlers;
}

it('takes back what may still be taken back', async () => {
  const [open, late] = [action({ undoUntil: now() + 60 }), action({ id: 'b', undoUntil: now() - 60 })];
  const handlers = shown(open, late, action({ id: 'c' }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo: You moved 3 items' }));
  expect(handlers.undo).toHaveBeenCalledWith([open]);
});

it.each([
  ['after a day', action({ undoUntil: now() - 1 })],
  ['of what was never to be taken back', action({})],
])('offers nothing %s', (_, one) => {
  shown(one);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says what was taken back', () => {
  shown(action({ undoUntil: now() + 60, undone: true }));
  expect(screen.getByText('Taken back')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

it('names what failed with the reason, and tries it again', async () => {
  const failures: Schema<'BatchFailures'> = {
    items: [
      { node_id: 4, name: 'b.txt', reason: 'name_taken' },
      { node_id: 5, name: null, reason: 'not_found' },
      { node_id: 6, name: 'c.txt', reason: 'something_new' },
      { node_id: 7, name: 'd.txt', reason: 'damaged' },
      { node_id: 8, name: 'e.txt', reason: 'moving' },
      { node_id: 9, name: 'Inner', reason: 'moving_nearby' },
    ],
    total: 10,
  };
  server.use(http.get('http://vitrine.test/api/app/1/selection/failures/a', () => HttpResponse.json(failures)));
  const failed = action({ status: 'partial_error', failed: 9, retryUntil: now() + 60 });
  const handlers = shown(failed);
  await userEvent.click(screen.getByRole('button', { name: 'Show what failed' }));
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'b.txtAnother entry has this name.',
    'An entry that you may not seeIt is gone, or you may not see it.',
    'c.txtIt could not be changed.',
    'd.txtIts bytes are damaged or missing.',
    'e.txtSomething on its path was being moved.',
    'InnerIt, or an entry above or below it, was being moved into another repository.',
    'and 4 more',
  ]);
  await userEvent.click(screen.getByRole('button', { name: /^Retry failed/ }));
  expect(handlers.retry).toHaveBeenCalledWith([failed]);
});

it('an undo that failed is not told as done, but with its reason', async () => {
  const undoing = {
    ...{ bg_action_id: 'u', bg_group_id: 'h', title: 'plan.txt', text: '', type: 'restore', icon: null },
    ...{ created_at: now(), progress: 100, status: 'partial_error', node_id: null, parent_id: null, items: 1 },
    ...{ cancellable: false, done: 0, failed: 1, can_undo: false, undo_until: null, undone: false },
    ...{ can_retry: false, retry_until: null, undoes: 'a', from_id: null },
  } satisfies Schema<'BgAction'>;
  queryClient.setQueryData(backgroundActionsQuery().queryKey, { items: [undoing], total: 1 });
  const gone = { items: [{ node_id: 4, name: null, reason: 'not_found' }], total: 1 };
  server.use(http.get('http://vitrine.test/api/app/1/selection/failures/u', () => HttpResponse.json(gone)));
  shown(action({ undoUntil: now() + 60, undone: true }));
  expect(await screen.findByText('Could not be taken back: It is gone, or you may not see it.')).toBeDefined();
  expect(screen.queryByText('Taken back')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('what failed and was tried again is told by the other action', () => {
  shown(action({ status: 'partial_error', done: 0, failed: 1, retried: true }));
  expect(screen.queryByRole('button')).toBeNull();
});

it('what failed and cannot be tried again is named all the same', () => {
  shown(action({ status: 'partial_error', done: 0, failed: 1 }));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Show what failed']);
});

const interrupted = action({ type: 'upload', title: 'Photos', status: 'interrupted', parentId: 5, items: 20, done: 3 });

function shownInterrupted(folder: string, ended = true, of: Partial<Action> = {}) {
  server.use(http.get('http://vitrine.test/api/app/1/entry/5', () => HttpResponse.json({ node_id: 5, name: folder })));
  const told: string[] = [];
  const cancel = vi.fn(async () => {
    told.push('cancelled');
    return ended;
  });
  const handlers = { cancel, clear: vi.fn(), undo: vi.fn(), retry: vi.fn() };
  const startUpload = vi.fn(() => void told.push('begun'));
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <UploadsContext value={{ uploads: {}, startUpload } as never}>
          <FollowUps appId={1} actions={[{ ...interrupted, ...of }]} title="Uploading Photos" handlers={handlers} />
        </UploadsContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { handlers, startUpload, told };
}

/** As browsers make them; the test's own knows no folders. */
const textFile = () => Object.assign(new File(['x'], 'a.txt'), { webkitRelativePath: '' });

/** Somebody chooses these files in the browser's own dialog. */
function choosing(file: File) {
  return vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [file] });
    this.dispatchEvent(new Event('change'));
  });
}

it('while the server has not ended it, nothing is sent', async () => {
  const picked = choosing(textFile());
  const { handlers, startUpload } = shownInterrupted('Archive', false);
  await userEvent.click(await screen.findByRole('button', { name: 'Send the rest: Uploading Photos' }));
  await vi.waitFor(() => expect(handlers.cancel).toHaveBeenCalledTimes(1));
  await handlers.cancel.mock.results[0]?.value;
  expect(startUpload).not.toHaveBeenCalled();
  picked.mockRestore();
});

it.each([
  ['Archive', true],
  ['Photos', false],
])('an interrupted upload to %s is ended, and its files are chosen again', async (folder, asFolder) => {
  const file = textFile();
  const picked = choosing(file);
  const { startUpload, told } = shownInterrupted(folder);
  await userEvent.click(await screen.findByRole('button', { name: 'Send the rest: Uploading Photos' }));
  await vi.waitFor(() => expect(told).toEqual(['cancelled', 'begun']));
  const chosen = { files: [expect.objectContaining({ file })], emptyFolders: [] };
  expect(startUpload).toHaveBeenCalledWith({ appId: 1, nodeId: 5, name: folder }, chosen);
  expect(picked.mock.contexts[0]).toHaveProperty('webkitdirectory', asFolder);
  picked.mockRestore();
});

it('of a single file that was interrupted, a file is chosen again and no folder', async () => {
  const picked = choosing(textFile());
  const { startUpload } = shownInterrupted('Archive', true, { title: 'solo.bin', items: 1 });
  await userEvent.click(await screen.findByRole('button', { name: 'Send the rest: Uploading Photos' }));
  await vi.waitFor(() => expect(startUpload).toHaveBeenCalledTimes(1));
  expect(picked.mock.contexts[0]).toHaveProperty('webkitdirectory', false);
  picked.mockRestore();
});

it('an interrupted upload is dismissed', async () => {
  const { handlers } = shownInterrupted('Archive');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss: Uploading Photos' }));
  expect(handlers.cancel).toHaveBeenCalledWith([interrupted]);
});
