import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { shortcutOf, useShortcuts } from './shortcuts';

const press = (key: string, keys: Partial<KeyboardEvent> = {}) =>
  shortcutOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...keys });

it.each([
  [press('u'), 'U'],
  [press(' '), 'Space'],
  [press('?', { shiftKey: true }), '?'],
  [press('F2'), 'F2'],
  [press('a', { ctrlKey: true }), 'Ctrl+A'],
  [press('a', { metaKey: true }), 'Ctrl+A'],
  // With Caps Lock.
  [press('A', { ctrlKey: true }), 'Ctrl+A'],
  [press('a', { altKey: true }), ''],
])('a press is named %s', (name, expected) => {
  expect(name).toBe(expected);
});

function Page({ pressed }: { pressed: (shortcut: string) => boolean }) {
  useShortcuts(pressed);
  return (
    <>
      <input aria-label="name" />
      <input type="checkbox" aria-label="chosen" />
      <div role="dialog" aria-label="question">
        <button type="button">Yes</button>
      </div>
      <button type="button">Elsewhere</button>
    </>
  );
}

it('keys_are_heard_on_the_page_and_not_while_typing_or_in_a_dialog', () => {
  const pressed = vi.fn(() => true);
  render(<Page pressed={pressed} />);
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'u' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Yes' }), { key: 'u' });
  expect(pressed).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Elsewhere' }), { key: 'u' });
  expect(pressed).toHaveBeenCalledWith('U', expect.anything());
});

it('keys are heard on a checkbox, which is not written in', () => {
  const pressed = vi.fn(() => true);
  render(<Page pressed={pressed} />);
  fireEvent.keyDown(screen.getByRole('checkbox'), { key: 'a', ctrlKey: true });
  expect(pressed).toHaveBeenCalledExactlyOnceWith('Ctrl+A', expect.anything());
});
