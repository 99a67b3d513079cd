import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it, when the dialog that calls this goes away and leaves it nowhere.
 * A library's own way needs a dialog that stays mounted while it is closed.
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
