import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ActionContext } from '../../../platform/registry/actions';
import type { Entry } from '../queries';
import { BrowserKeysLater } from './BrowserKeysLater';

const rename = vi.fn();
const preview = vi.fn();
vi.mock('../../../platform/registry/registry', () => ({
  useRegistry: () => ({
    entryActions: [
      { key: 'rename', act: null, shortcut: 'F2', fits: (some: unknown[]) => some.length > 0, run: rename },
      { key: 'preview', act: null, shortcut: 'Space', fits: (some: unknown[]) => some.length > 0, run: preview },
    ],
    placeActions: [
      {
        key: 'select_all',
        shortcut: 'Ctrl+A',
        fits: () => true,
        run: ({ screen }: ActionContext) => screen.selectAll(),
      },
    ],
  }),
}));

const entries = [1, 2, 3].map((node_id) => ({ node_id, name: `${node_id}.jpg`, role: 'writer' }) as Entry);
const nothing = () => undefined;

function List() {
  const [selected, setSelected] = useState<Entry[]>([]);
  const context = { whole: null, screen: { selectAll: () => setSelected(entries) } } as unknown as ActionContext;
  const rest = { more: false, list: null, loadMore: nothing, open: nothing, move: nothing, toggle: nothing };
  const state = { waits: false, focusIndex: 0, geometry: { current: null }, writable: true, clear: nothing };
  return <BrowserKeysLater {...{ entries, selected, context, ...rest, ...state }} />;
}

afterEach(cleanup);

it('keys that were pressed before the keyboard was there act one after the other, each on what the last one selected', async () => {
  render(<List />);
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'F2' });
  await waitFor(() => expect(rename).toHaveBeenCalled());
  expect(rename.mock.calls.map(([some]) => some)).toEqual([entries]);
});

it('a key that something over the list has answered is not pressed again', async () => {
  const over = vi.fn((event: Event) => event.preventDefault());
  render(<List />);
  // As the viewer does, which is opened after the list.
  window.addEventListener('keydown', over);
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  window.removeEventListener('keydown', over);
  const replayed = vi.fn();
  document.body.addEventListener('keydown', replayed);
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
  await waitFor(() => expect(replayed.mock.calls.length).toBeGreaterThan(1));
  document.body.removeEventListener('keydown', replayed);
  expect(over).toHaveBeenCalledTimes(1);
  expect(replayed.mock.calls.map(([event]) => (event as KeyboardEvent).key)).toEqual(['a', 'a']);
});

it('Ctrl+A that comes before the keyboard does not mark the text of the page, save where somebody writes', async () => {
  rename.mockClear();
  render(
    <>
      <input aria-label="Name" />
      <List />
    </>,
  );
  const press = (where: Element) => fireEvent.keyDown(where, { key: 'a', ctrlKey: true });
  expect(press(screen.getByLabelText('Name'))).toBe(true);
  // The browser's own.
  expect(fireEvent.keyDown(document.body, { key: 'A', ctrlKey: true, shiftKey: true })).toBe(true);
  expect(press(document.body)).toBe(false);
  fireEvent.keyDown(document.body, { key: 'F2' });
  await waitFor(() => expect(rename).toHaveBeenCalled());
  expect(rename.mock.calls[0]?.[0]).toEqual(entries);
});

it('a checkbox uses Space itself, and leaves the other keys to the list', async () => {
  rename.mockClear();
  render(
    <>
      <input type="checkbox" aria-label="Chosen" />
      <List />
    </>,
  );
  const box = screen.getByRole('checkbox');
  expect(fireEvent.keyDown(box, { key: 'a', ctrlKey: true })).toBe(false);
  fireEvent.keyDown(box, { key: 'F2' });
  await waitFor(() => expect(rename).toHaveBeenCalled());
  expect(rename.mock.calls[0]?.[0]).toEqual(entries);
  expect(fireEvent.keyDown(box, { key: ' ' })).toBe(true);
  expect(preview).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(false);
  expect(preview).toHaveBeenCalledOnce();
});
