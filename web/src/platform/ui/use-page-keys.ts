import { useEffect, useEffectEvent, useRef } from 'react';
import { isCovered, isEscapeTaken } from './covered';

/** A checkbox is no place to write in. */
const WRITTEN_IN = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
const ELSEWHERE = `${WRITTEN_IN}, [role="dialog"], [role="menu"], [role="listbox"]`;

/** Whether a key is pressed where somebody writes, or in a dialog or a menu, so that it is not meant for the page. */
export function isElsewhere({ target }: Event): boolean {
  return target instanceof Element && target.closest(ELSEWHERE) !== null;
}

/** Hears keys that are meant for the page: not while typing, nor in or below a dialog or a menu. True: it was used. */
export function usePageKeys(heard: (event: KeyboardEvent) => boolean): void {
  const covered = useRef(false);
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || covered.current || isElsewhere(event)) return;
    if (heard(event)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onPress(event);
    // Asked before anybody hears the key: a menu that Escape closes is gone afterwards.
    const look = (event: KeyboardEvent) => {
      covered.current = event.key === 'Escape' ? isEscapeTaken() : isCovered(null);
    };
    window.addEventListener('keydown', look, true);
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', look, true);
      window.removeEventListener('keydown', listen);
    };
  }, []);
}
