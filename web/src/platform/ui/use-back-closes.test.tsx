import { readdirSync, readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Menu } from './Menu';
import { type CloseWatcher, useBackCloses } from './use-back-closes';

/** Those that are open, the newest last. */
const watchers: CloseWatcher[] = [];

/** As the browser does it: what has been asked is asked no more. */
function back() {
  const newest = watchers.pop();
  act(() => newest?.onclose?.());
}

/** A watcher is made once what is open has settled. */
const settle = () => act(() => void vi.runAllTimers());

beforeEach(() => {
  vi.useFakeTimers();
  window.CloseWatcher = class {
    onclose = null;
    constructor() {
      watchers.push(this);
    }
    destroy() {
      if (watchers.includes(this)) watchers.splice(watchers.indexOf(this), 1);
    }
  };
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  delete window.CloseWatcher;
});

function point(pointer: 'coarse' | 'fine') {
  const answer = (query: string) => ({ matches: query === `(pointer: ${pointer})` });
  vi.spyOn(window, 'matchMedia').mockImplementation(answer as typeof window.matchMedia);
}

function withPointer(pointer: 'coarse' | 'fine', close: () => void) {
  point(pointer);
  const { rerender } = renderHook(({ opened }) => useBackCloses(opened, close), { initialProps: { opened: false } });
  expect(watchers).toHaveLength(0);
  rerender({ opened: true });
  settle();
  return () => rerender({ opened: false });
}

it('an open overlay is closed by Back, and by each Back as long as it stays', () => {
  const close = vi.fn();
  const shut = withPointer('coarse', close);
  back();
  expect(close).toHaveBeenCalledOnce();
  settle();
  back();
  expect(close).toHaveBeenCalledTimes(2);
  settle();
  expect(watchers).toHaveLength(1);
  shut();
  settle();
  expect(watchers).toHaveLength(0);
});

it('with a mouse, and where the browser cannot tell, Back is for pages alone', () => {
  withPointer('fine', vi.fn());
  expect(watchers).toHaveLength(0);
  delete window.CloseWatcher;
  withPointer('coarse', vi.fn());
  expect(watchers).toHaveLength(0);
});

function Over({ name, close, children }: { name: string; close: () => void; children?: ReactNode }) {
  useBackCloses(true, close);
  return <section aria-label={name}>{children}</section>;
}

/** A drawer that asks before it closes, and opens a menu. */
function Page() {
  const [inner, setInner] = useState<'Menu' | 'Question' | null>(null);
  return (
    <Over name="Drawer" close={() => setInner('Question')}>
      <button type="button" onClick={() => setInner('Menu')}>
        Open
      </button>
      <button type="button" onClick={() => setInner(null)}>
        Close
      </button>
      {inner !== null && <Over key={inner} name={inner} close={() => setInner(null)} />}
    </Over>
  );
}

const shown = () => screen.queryAllByRole('region').map((one) => one.getAttribute('aria-label'));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('Back closes what lies over another first, and a question before what has asked it', () => {
  point('coarse');
  const { unmount } = render(<Page />);
  press('Open');
  settle();
  // Browsers take several together that are made without a touch in between.
  expect(watchers).toHaveLength(1);
  for (const left of [['Drawer'], ['Drawer', 'Question'], ['Drawer'], ['Drawer', 'Question']]) {
    back();
    settle();
    expect(shown()).toEqual(left);
    expect(watchers).toHaveLength(1);
  }
  unmount();
  settle();
  expect(watchers).toHaveLength(0);
});

it('the Escape that has opened or closed something finds no watcher, which it would ask next', () => {
  point('coarse');
  render(<Page />);
  settle();
  for (const name of ['Open', 'Close']) {
    press(name);
    expect(watchers).toHaveLength(0);
    settle();
    expect(watchers).toHaveLength(1);
  }
});

/** It has an address, and with it an entry of the history. */
const addressed = ['areas/content/viewer/Viewer.tsx'];

/** The files that take this from the kit itself. */
function filesWith(part: 'Modal' | 'Menu'): string[] {
  const all = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => /(?<!\.test)\.tsx$/.test(file));
  const taken = new RegExp(`import \\{[^}]*\\b${part}\\b[^}]*\\} from '@mantine/core'`);
  return files.filter((file) => taken.test(readFileSync(`src/${file}`, 'utf8'))).toSorted();
}

it('all other dialogs are closed by Back', () => {
  expect(filesWith('Modal')).toEqual(['platform/ui/Modal.tsx', ...addressed].toSorted());
});

/** They have the parts of a menu that another file opens, or show the kit. */
const partsOnly = [
  'areas/content/entry/LockedItems.tsx',
  'areas/content/folder/use-repository-items.tsx',
  'areas/content/home/PhonePlaces.tsx',
  'design/Controls.tsx',
  'shell/LanguageItems.tsx',
  'shell/MenuChoices.tsx',
  'shell/ThemeItems.tsx',
];

it('all menus are closed by Back', () => {
  expect(filesWith('Menu')).toEqual(['platform/ui/Menu.tsx', ...partsOnly].toSorted());
});

it('a menu under a button is closed by Back, and opens again', async () => {
  vi.useRealTimers();
  const listeners = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  const answer = (query: string) => ({ matches: query === '(pointer: coarse)', ...listeners });
  vi.spyOn(window, 'matchMedia').mockImplementation(answer as unknown as typeof window.matchMedia);
  render(
    <MantineProvider env="test">
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Bin</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </MantineProvider>,
  );
  const button = screen.getByRole('button', { name: 'More' });
  for (const _ of [1, 2]) {
    fireEvent.click(button);
    await screen.findByRole('menuitem', { name: 'Bin' });
    await waitFor(() => expect(watchers).toHaveLength(1));
    back();
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  }
});
