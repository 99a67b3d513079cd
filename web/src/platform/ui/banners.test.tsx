import { MantineProvider } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/i18n';
import { listActions } from '../live/listed-actions';
import { Banners, becomes, hideBanner, showBanner, showGoingOn } from './banners';

beforeAll(() => startI18n());
afterEach(() => {
  cleanup();
  listActions([], []);
  putAway();
});

function putAway() {
  act(() => {
    for (const { id } of notificationsStore.getState().notifications) notifications.hide(id ?? '');
  });
}

function page() {
  render(
    <MantineProvider env="test">
      <Banners />
    </MantineProvider>,
  );
}

it('a banner of what goes on says how it ended, in its place', async () => {
  page();
  const [undo, lead] = [{ run: vi.fn(async () => undefined) }, { label: 'Open the folder', run: vi.fn() }];
  let id = '';
  act(() => {
    id = showGoingOn('Copying', { undo });
  });
  expect(screen.getByText('Copying')).toBeTruthy();
  act(() => becomes(id, { kind: 'success', message: 'Copied', undo, lead }));
  expect(screen.queryByText('Copying')).toBeNull();
  expect(screen.getAllByText('Copied')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Open the folder' }));
  expect(lead.run).toHaveBeenCalledOnce();
  expect(undo.run).not.toHaveBeenCalled();
});

it('a banner that was gone by then comes back for it', () => {
  page();
  let id = '';
  act(() => {
    id = showGoingOn('Moving', { undo: { run: async () => undefined } });
  });
  act(() => {
    notifications.clean();
  });
  act(() => becomes(id, { kind: 'info', message: 'Moved in part' }));
  expect(screen.getByText('Moved in part')).toBeTruthy();
});

it('banners lie below menus', () => {
  page();
  act(() => showBanner('info', 'Locked', {}));
  const place = screen.getByText('Locked').closest('[data-position]');
  expect(place instanceof HTMLElement && Number(place.style.getPropertyValue('--notifications-z-index'))).toBe(280);
});

it('of several things to take back one banner shows the newest, and the one before it comes next', async () => {
  page();
  const undo = [vi.fn(async () => undefined), vi.fn(async () => undefined), vi.fn(async () => undefined)] as const;
  const offer = (message: string, run: () => Promise<void>) =>
    act(() => showBanner('success', message, { undo: { run } }));
  offer('Renamed', undo[0]);
  offer('Moved', undo[1]);
  offer('Removed', undo[2]);
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  expect(screen.getByText(/^Removed/).textContent).toBe('Removed (and 2 earlier)');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.queryByText(/^Removed/)).toBeNull();
  expect(screen.getByText(/^Moved/).textContent).toBe('Moved (and 1 earlier)');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText('Renamed')).toBeTruthy();
  expect(undo.map((run) => run.mock.calls.length)).toEqual([0, 1, 1]);
});

it('who puts the newest away is not shown the others', () => {
  page();
  const undo = { run: async () => undefined };
  act(() => showBanner('success', 'First', { undo }));
  act(() => showBanner('success', 'Second', { undo }));
  putAway();
  act(() => showBanner('success', 'Third', { undo }));
  expect(screen.getByText('Third').textContent).toBe('Third');
});

it('what the tray lists, no banner repeats: neither that it goes on nor how it ended', async () => {
  page();
  const offers = { undo: { run: async () => undefined }, actions: ['a', 'b'] };
  let id = '';
  act(() => {
    id = showGoingOn('Copying', offers);
  });
  act(() => listActions(['a'], []));
  expect(screen.getByText('Copying')).toBeTruthy();
  act(() => listActions(['a', 'b', 'c'], []));
  await waitFor(() => expect(screen.queryByText('Copying')).toBeNull());
  act(() => becomes(id, { kind: 'error', message: 'Not copied', actions: ['a', 'b'] }));
  act(() => showBanner('success', 'Copied', offers));
  expect(screen.queryByText(/opied/)).toBeNull();
  act(() => listActions([], []));
  act(() => becomes(id, { kind: 'success', message: 'Copied', ...offers }));
  expect(screen.getByText('Copied')).toBeTruthy();
});

it('a banner that offers nothing goes, too, once the tray lists what it tells of', async () => {
  page();
  act(() => showBanner('info', 'Two entries come back', { actions: ['a'] }));
  act(() => showBanner('info', 'Another thing', {}));
  expect(screen.getByText('Two entries come back')).toBeTruthy();
  act(() => listActions(['a'], []));
  await waitFor(() => expect(screen.queryByText('Two entries come back')).toBeNull());
  expect(screen.getByText('Another thing')).toBeTruthy();
});

const undoKey = (over: Partial<KeyboardEvent> = {}) =>
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, ...over });

it('Ctrl+Z takes back what the banner says, and then what was done before', () => {
  page();
  const [first, second] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  act(() => showBanner('success', 'Moved', { undo: { run: first } }));
  act(() => showBanner('success', 'Removed', { undo: { run: second } }));
  act(() => void undoKey({ shiftKey: true, key: 'Z' }));
  act(() => void undoKey({ repeat: true }));
  expect(second).not.toHaveBeenCalled();
  // With Caps Lock.
  act(() => void undoKey({ key: 'Z' }));
  expect(second).toHaveBeenCalledOnce();
  expect(first).not.toHaveBeenCalled();
  expect(screen.queryByText(/^Removed/)).toBeNull();
  act(() => void undoKey());
  expect(first).toHaveBeenCalledOnce();
  // Nobody has used the key, so it is the browser's.
  expect(undoKey()).toBe(true);
  expect(second).toHaveBeenCalledOnce();
});

it('Ctrl+Z takes back what the tray offers instead of the banner', () => {
  page();
  const run = vi.fn(async () => undefined);
  act(() => listActions(['a'], ['a']));
  act(() => showBanner('success', 'Removed', { undo: { run }, actions: ['a'] }));
  expect(screen.queryByText('Removed')).toBeNull();
  act(() => void undoKey());
  expect(run).toHaveBeenCalledOnce();
});

it('Ctrl+Z leaves alone what was put away, and belongs to a field while somebody types', () => {
  page();
  const run = vi.fn(async () => undefined);
  act(() => showBanner('success', 'Removed', { undo: { run } }));
  const field = document.body.appendChild(document.createElement('input'));
  act(() => void fireEvent.keyDown(field, { key: 'z', ctrlKey: true }));
  field.remove();
  putAway();
  act(() => void undoKey());
  expect(run).not.toHaveBeenCalled();
});

const ways = () => [vi.fn(async () => undefined), vi.fn(async () => undefined)] as const;

it('Ctrl+Z takes no older act back than the newest, unless it has taken that back', () => {
  page();
  const [older, newest] = ways();
  const next = vi.fn(async () => undefined);
  act(() => listActions(['a'], ['a']));
  act(() => showBanner('success', 'Moved', { undo: { run: older }, actions: ['a'] }));
  act(() => showBanner('success', 'Renamed', { undo: { run: newest } }));
  putAway();
  // It offers no way back, so it does not count.
  act(() => showBanner('info', 'Locked', {}));
  act(() => void undoKey());
  act(() => void undoKey());
  act(() => showBanner('success', 'Removed', { undo: { run: next } }));
  act(() => void undoKey());
  expect(next).toHaveBeenCalledOnce();
  expect(undoKey()).toBe(true);
  expect(newest).not.toHaveBeenCalled();
  expect(older).not.toHaveBeenCalled();
});

it('Ctrl+Z does not repeat what the tray has taken back, and then leaves alone what was done before it', () => {
  page();
  const [first, second] = ways();
  act(() => listActions(['a', 'b'], ['a', 'b']));
  act(() => showBanner('success', 'Moved', { undo: { run: first }, actions: ['a'] }));
  act(() => showBanner('success', 'Removed', { undo: { run: second }, actions: ['b'] }));
  act(() => listActions(['a', 'b'], ['a']));
  act(() => void undoKey());
  expect(second).not.toHaveBeenCalled();
  expect(first).not.toHaveBeenCalled();
  act(() => listActions(['a', 'b'], ['a', 'b']));
  act(() => void undoKey());
  expect(second).toHaveBeenCalledOnce();
  expect(first).not.toHaveBeenCalled();
  act(() => void undoKey());
  expect(first).toHaveBeenCalledOnce();
});

it('what ends in the tray does not come before what was done after it had begun', () => {
  page();
  const [begun, after] = ways();
  const offers = { undo: { run: begun }, actions: ['a'] };
  let id = '';
  act(() => listActions(['a'], []));
  act(() => {
    id = showGoingOn('Copying', offers);
  });
  act(() => showBanner('success', 'Renamed', { undo: { run: after } }));
  act(() => listActions(['a'], ['a']));
  act(() => becomes(id, { kind: 'success', message: 'Copied', ...offers }));
  act(() => void undoKey());
  expect(after).toHaveBeenCalledOnce();
  expect(begun).not.toHaveBeenCalled();
  act(() => void undoKey());
  expect(begun).toHaveBeenCalledOnce();
});

it('Ctrl+Z does not go past an act that was cancelled', () => {
  page();
  const [older, cancelled] = ways();
  act(() => showBanner('success', 'Renamed', { undo: { run: older } }));
  let id = '';
  act(() => {
    id = showGoingOn('Moving', { undo: { run: cancelled } });
  });
  act(() => hideBanner(id));
  expect(undoKey()).toBe(true);
  expect(older).not.toHaveBeenCalled();
  expect(cancelled).not.toHaveBeenCalled();
});

it('Ctrl+Z is not heard below a dialog, nor where it is used already, but it is on a checkbox', () => {
  page();
  const run = vi.fn(async () => undefined);
  act(() => showBanner('success', 'Removed', { undo: { run } }));
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  act(() => void undoKey());
  dialog.remove();
  const box = document.body.appendChild(document.createElement('input'));
  box.type = 'checkbox';
  const pressOnBox = () => act(() => void fireEvent.keyDown(box, { key: 'z', ctrlKey: true }));
  box.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
  pressOnBox();
  expect(run).not.toHaveBeenCalled();
  pressOnBox();
  box.remove();
  expect(run).toHaveBeenCalledOnce();
});
