import { MantineProvider, Tabs } from '@mantine/core';
import { render, screen } from '@testing-library/react';
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

/** A row of so many pixels; each tab has a hundred. */
function rowOf(width: number) {
  const size = (name: 'clientWidth' | 'scrollWidth' | 'offsetWidth' | 'offsetLeft', of: (one: HTMLElement) => number) =>
    vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: HTMLElement) {
      return of(this);
    });
  size('clientWidth', () => width);
  size('scrollWidth', () => 500);
  size('offsetWidth', (one) => (one.getAttribute('role') === 'tab' ? 100 : width));
  size('offsetLeft', (one) => 100 * words.indexOf(one.textContent ?? ''));
  const choose = vi.fn();
  render(
    <MantineProvider>
      <Tabs value="Information">
        <DetailTabList
          {...{ tabs, choose, entry: {} as Entry, open: 'Information', label: 'Details' }}
          more={(count) => `+${count} tabs`}
          classNames={{ row: '', tab: '' }}
        />
      </Tabs>
    </MantineProvider>,
  );
  return choose;
}

it('tabs without room are in a menu that says how many they are', async () => {
  const choose = rowOf(320);
  await userEvent.click(screen.getByRole('button', { name: '+2 tabs' }));
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
