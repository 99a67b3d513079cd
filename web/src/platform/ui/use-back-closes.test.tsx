import { readdirSync, readFileSync } from 'node:fs';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CloseWatcher, useBackCloses } from './use-back-closes';

/** Those that are open, the newest last. */
const watchers: CloseWatcher[] = [];

/** As the browser does it: what has been asked is asked no more. */
function back() {
  const newest = watchers.pop();
  act(() => newest?.onclose?.());
}

beforeEach(() => {
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
  delete window.CloseWatcher;
});

function withPointer(pointer: 'coarse' | 'fine', close: () => void) {
  const answer = (query: string) => ({ matches: query === `(pointer: ${pointer})` });
  vi.spyOn(window, 'matchMedia').mockImplementation(answer as typeof window.matchMedia);
  const { rerender } = renderHook(({ opened }) => useBackCloses(opened, close), { initialProps: { opened: false } });
  expect(watchers).toHaveLength(0);
  rerender({ opened: true });
  return () => rerender({ opened: false });
}

it('an open overlay is closed by Back, and by each Back as long as it stays', () => {
  const close = vi.fn();
  const shut = withPointer('coarse', close);
  back();
  expect(close).toHaveBeenCalledOnce();
  back();
  expect(close).toHaveBeenCalledTimes(2);
  shut();
  expect(watchers).toHaveLength(0);
});

it('with a mouse, and where the browser cannot tell, Back is for pages alone', () => {
  withPointer('fine', vi.fn());
  expect(watchers).toHaveLength(0);
  delete window.CloseWatcher;
  withPointer('coarse', vi.fn());
  expect(watchers).toHaveLength(0);
});

/** It has an address, and with it an entry of the history. */
const addressed = ['areas/content/viewer/Viewer.tsx'];

it('all other dialogs are closed by Back', () => {
  const all = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => /(?<!\.test)\.tsx$/.test(file));
  const own = files.filter((file) =>
    /import \{[^}]*\bModal\b[^}]*\} from '@mantine\/core'/.test(readFileSync(`src/${file}`, 'utf8')),
  );
  expect(own.toSorted()).toEqual(['platform/ui/Modal.tsx', ...addressed].toSorted());
});
