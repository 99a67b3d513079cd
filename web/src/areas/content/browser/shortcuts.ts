import { useEffect, useEffectEvent, useRef } from 'react';
import { isCovered, isEscapeTaken } from './covered';

const ELSEWHERE = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]';

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** "Ctrl+A", "F2", "Space", "?", "U": the name of a key press in the registry and the help. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: Press): string {
  if (altKey) return '';
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return ctrlKey || metaKey ? `Ctrl+${name}` : name;
}

/** Handles keys that are meant for the page: not while typing, nor in or below a dialog or a menu. */
export function useShortcuts(pressed: (shortcut: string, event: KeyboardEvent) => boolean): void {
  const covered = useRef(false);
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || covered.current) return;
    if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return;
    const shortcut = shortcutOf(event);
    if (shortcut !== '' && pressed(shortcut, event)) event.preventDefault();
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
