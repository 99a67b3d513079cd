import { useEffect, useState } from 'react';

/**
 * Returns the focus to the element that had it, when the calling dialog unmounts and leaves the focus nowhere. The
 * library's own way needs a dialog that stays mounted while it is closed.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
