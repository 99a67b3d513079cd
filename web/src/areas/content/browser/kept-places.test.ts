import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

it('a place is kept for its entry of the history, and over a reload', async () => {
  const before = await import('./kept-places');
  before.keepPlace('a', 900.4);
  before.keepPlace('b', 0);
  expect([before.keptPlace('a'), before.keptPlace('b'), before.keptPlace('c')]).toEqual([900, null, null]);
  window.dispatchEvent(new Event('pagehide'));
  vi.resetModules();
  const after = await import('./kept-places');
  expect(after.keptPlace('a')).toBe(900);
});

it('what is stored is read with care', async () => {
  sessionStorage.setItem('kept_places', '{');
  const { keptPlace } = await import('./kept-places');
  expect(keptPlace('a')).toBeNull();
});
