import { afterEach, expect, test, vi } from 'vitest';
import { type TypedAhead, typeAhead } from './typed-ahead';

let ahead: TypedAhead;
const behind = vi.fn();

function press(...keys: (string | KeyboardEventInit)[]): void {
  for (const key of keys) {
    const init = typeof key === 'string' ? { key } : key;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  }
}

afterEach(() => {
  ahead.end();
  document.removeEventListener('keydown', behind);
  behind.mockReset();
});

test('keeps letters in their order after the words it begins with', () => {
  ahead = typeAhead('port');
  press('f', 'Shift', 'ó', '😀', 'Backspace', ' ', 'l');
  expect(ahead.end()).toBe('portfó l');
});

test('no key reaches what is behind, but shortcuts do', () => {
  document.addEventListener('keydown', behind);
  ahead = typeAhead('');
  press('Delete', 'Enter', 'd', 'ArrowDown');
  expect(behind).not.toHaveBeenCalled();
  press({ key: 'r', ctrlKey: true });
  expect(behind).toHaveBeenCalledTimes(1);
  expect(ahead.words()).toBe('d');
});

test('a letter written with AltGr counts', () => {
  ahead = typeAhead('');
  press({ key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true });
  expect(ahead.words()).toBe('@');
});

test('Escape ends it, and later keys belong to the page', () => {
  document.addEventListener('keydown', behind);
  ahead = typeAhead('');
  press('a', 'Escape', 'd');
  expect(ahead.isCancelled()).toBe(true);
  expect(ahead.words()).toBe('a');
  expect(behind).toHaveBeenCalledTimes(2);
});

test('a field that does not come gives the keys back', () => {
  vi.useFakeTimers();
  document.addEventListener('keydown', behind);
  ahead = typeAhead('');
  press('a');
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  press('b');
  expect(behind).toHaveBeenCalledTimes(1);
  expect(ahead.words()).toBe('a');
});
