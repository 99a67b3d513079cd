import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useBarHeight } from './use-bar-height';

it('a bar says how high it is while it is there', () => {
  let sized: () => void = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        sized = tell;
      }
      observe() {}
      disconnect() {}
    },
  );
  const current = document.createElement('section');
  vi.spyOn(current, 'offsetHeight', 'get').mockReturnValue(110);
  const { unmount } = renderHook(() => useBarHeight({ current }));
  sized();
  const height = () => document.documentElement.style.getPropertyValue('--v-selection-height');
  expect(height()).toBe('110px');
  unmount();
  expect(height()).toBe('');
});
