import { createContext, type RefObject, use, useEffect, useEffectEvent, useRef } from 'react';
import { isCovered } from '../../../platform/ui/covered';
import { shortcutOf } from '../browser/shortcuts';

/** The viewer's element: keys are meant for it while nothing lies over it. */
export const ViewerElement = createContext<RefObject<HTMLElement | null>>({ current: null });

const TYPING = 'input, textarea, select';

/**
 * Handles keys of the viewer. What shows the file hears them before the viewer does; a menu or a dialog over it has them alone; and while
 * somebody types, only Escape is for the viewer.
 */
export function useViewerKeys(
  pressed: (shortcut: string, event: KeyboardEvent) => boolean,
  { last = false } = {},
): void {
  const element = use(ViewerElement);
  const covered = useRef(false);
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || covered.current) return;
    const shortcut = shortcutOf(event);
    const typing = event.target instanceof Element && event.target.closest(TYPING) !== null;
    if (shortcut === '' || (typing && shortcut !== 'Escape')) return;
    if (pressed(shortcut, event)) event.preventDefault();
  });
  useEffect(() => {
    const look = () => {
      covered.current = isCovered(element.current);
    };
    const listen = (event: KeyboardEvent) => onPress(event);
    // The document gets an event before the window does.
    const place = last ? window : document;
    window.addEventListener('keydown', look, true);
    place.addEventListener('keydown', listen as EventListener);
    return () => {
      window.removeEventListener('keydown', look, true);
      place.removeEventListener('keydown', listen as EventListener);
    };
  }, [element, last]);
}

/** Space and Enter belong to a focused button. */
export function isOnButton({ target }: Event): boolean {
  return target instanceof Element && target.closest('button, a[href], audio, video') !== null;
}
