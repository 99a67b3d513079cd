import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { queryClient } from '../../platform/api/query-client';
import { startI18n } from '../../platform/i18n/i18n';
import { loadTrayTexts } from '../../platform/i18n/tray-texts';
import { isListed, isUndoable } from '../../platform/live/listed-actions';
import { Modal } from '../../platform/ui/Modal';
import { UploadsContext } from '../../platform/uploads/uploads-context';
import { startServer } from '../../testing/server';
import type { Action } from './action';
import { groupActions } from './action-groups';
import { TrayPanel } from './TrayPanel';

startServer();
beforeAll(async () => {
  await startI18n();
  await loadTrayTexts();
});

function action(over: Partial<Action>): Action {
  return {
    ...{ id: 'a', groupId: 'g', title: 'film.mov', text: '', type: 'upload', icon: null, createdAt: 1 },
    ...{ progress: 100, status: 'success', nodeId: null, parentId: null, items: null, cancellable: false },
    ...{ done: null, failed: null, undoUntil: null, undone: false, retryUntil: null, undoes: null, fromId: null },
    ...over,
  };
}

const running = action({ id: 'b', groupId: 'h', status: 'in_progress', progress: 62 });

const panel = (actions: readonly Action[] = [action({}), running]) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <UploadsContext value={{ uploads: {}, startUpload: vi.fn() } as never}>
          <TrayPanel groups={groupActions(actions)} putAway={vi.fn()} />
        </UploadsContext>
      </QueryClientProvider>
    </MantineProvider>,
  );

it('the total tells how far what still runs is', () => {
  panel();
  const head = screen.getByRole('heading', { name: '1 action in progress' }).parentElement as HTMLElement;
  expect(within(head).getByText('62%')).toBeTruthy();
});

it('what it lists needs no banner, until it is folded away', async () => {
  panel();
  expect(isListed(['a', 'b'])).toBe(true);
  expect(isListed(['b', 'c'])).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Fold away' }));
  expect(isListed(['b'])).toBe(false);
  expect(isListed([''])).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: /Show running actions/ }));
  expect(isListed(['b'])).toBe(true);
});

it('what lies below a dialog or the viewer needs banners, until that is closed', async () => {
  panel();
  const { unmount } = render(
    <MantineProvider>
      <Modal opened onClose={vi.fn()} />
    </MantineProvider>,
  );
  await waitFor(() => expect(isListed(['b'])).toBe(false));
  unmount();
  await waitFor(() => expect(isListed(['b'])).toBe(true));
});

it('of what it lists, only what may still be taken back may be taken back by a key', async () => {
  const undoUntil = Date.now() / 1000 + 600;
  panel([
    action({ undoUntil }),
    action({ id: 'c', groupId: 'i', undoUntil, undone: true }),
    action({ id: 'd', groupId: 'j', undoUntil: 1 }),
    running,
  ]);
  expect(['a', 'b', 'c', 'd'].map((id) => isUndoable([id]))).toEqual([true, false, false, false]);
  expect(isUndoable(['a', 'c'])).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Fold away' }));
  expect(isUndoable(['a'])).toBe(false);
});
