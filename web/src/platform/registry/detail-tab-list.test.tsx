import { MantineProvider, Tabs } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Entry } from './actions';
import type { DetailTab } from './area';
import { DetailTabList } from './DetailTabList';

const words = ['Information', 'Access', 'Comments', 'Review', 'Versions'];
const Nothing = () => null;
const tabs = words.map((word, order): DetailTab => {
  return { key: word, order, label: () => word, fits: () => true, Tab: Nothing };
});

const watching = new Map<ResizeObserverCallback, Set<Element>>();

class Watch {
  readonly #told: ResizeObserverCallback;
  constructor(told: ResizeObserverCallback) {
    this.#told = told;
    watching.set(told, new Set());
  }
  observe(one: Element) {
    watching.get(this.#told)?.add(one);
  }
  unobserve(one: Element) {
    watching.get(this.#told)?.delete(one);
  }
  disconnect() {
    watching.delete(this.#told);
  }
}

vi.stubGlobal('ResizeObserver', Watch);

/** A row of so many pixels; each tab has a hundred, and as many more as `extra` says. */
function rowOf(width: number, extra: Readonly<Record<string, number>> = {}) {
  const widthOf = (word: string) => 100 + (extra[word] ?? 0);
  const sum = (some: readonly string[]) => some.reduce((all, word) => all + widthOf(word), 0);
  const size = (name: 'clientWidth' | 'scrollWidth' | 'offsetWidth' | 'offsetLeft', of: (one: HTMLElement) => number) =>
    vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: HTMLElement) {
      return of(this);
    });
  size('clientWidth', () => width);
  size('scrollWidth', () => sum(words));
  size('offsetWidth', (one) => (one.getAttribute('role') === 'tab' ? widthOf(one.textContent ?? '') : width));
  size('offsetLeft', (one) => sum(words.slice(0, words.indexOf(one.textContent ?? ''))));
  const choose = vi.fn();
  render(
    <MantineProvider>
      <Tabs value="Information">
        <DetailTabList
          {...{ tabs, choose, entry: {} as Entry, open: 'Information', label: 'Details' }}
          more={(count) => `More: ${count} tabs`}
          word="More"
          classNames={{ row: '', tab: '' }}
        />
      </Tabs>
    </MantineProvider>,
  );
  return choose;
}

it('tabs without room are in a menu with a word, which says how many they are', async () => {
  const choose = rowOf(320);
  const menu = screen.getByRole('button', { name: 'More: 2 tabs' });
  expect(menu.textContent).toBe('More');
  await userEvent.click(menu);
  const items = await screen.findAllByRole('menuitem', { hidden: true });
  expect(items.map(({ textContent }) => textContent)).toEqual(['Review', 'Versions']);
  await userEvent.click(items[1] as HTMLElement);
  expect(choose).toHaveBeenCalledWith('Versions');
});

it('where all have room there is no menu', () => {
  rowOf(500);
  expect(screen.getAllByRole('tab')).toHaveLength(5);
  expect(screen.queryByRole('button')).toBeNull();
});

it('a tab that grows out of its room is in the menu, too', () => {
  const extra: Record<string, number> = {};
  rowOf(320, extra);
  expect(screen.getByRole('button', { name: 'More: 2 tabs' })).toBeTruthy();
  const grown = screen.getByRole('tab', { name: 'Comments' });
  extra['Comments'] = 40;
  act(() => {
    for (const [told, watched] of watching) if (watched.has(grown)) told([], {} as ResizeObserver);
  });
  expect(grown.hasAttribute('data-cut')).toBe(true);
  expect(screen.getByRole('button', { name: 'More: 3 tabs' })).toBeTruthy();
});
