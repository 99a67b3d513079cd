import { expect, it } from 'vitest';
import { lastChange } from './last-change';

const folder = (modified_at: number) => ({ node_type: 'folder' as const, modified_at });
const file = (modified_at: number) => ({ node_type: 'file' as const, modified_at });
const whole = { more: false, begin: 0 };
const part = { more: true, begin: 0 };

it('a list that is loaded tells its last change in any order', () => {
  expect(lastChange({ entries: [folder(3), file(9), file(5)], ...whole }, 'name')).toBe(9);
  expect(lastChange({ entries: [], ...whole }, 'name')).toBeNull();
});

it('a part of a list tells it only where the newest come first', () => {
  const entries = [folder(3), file(9), file(5)];
  expect(lastChange({ entries, ...part }, 'name')).toBeNull();
  expect(lastChange({ entries, ...part }, '-modified_at')).toBe(9);
  expect(lastChange({ entries: [folder(3)], ...part }, '-modified_at'), 'files may be newer').toBeNull();
  expect(lastChange({ entries, more: false, begin: 100 }, '-modified_at')).toBeNull();
});
