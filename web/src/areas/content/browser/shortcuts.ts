import { usePageKeys } from '../../../platform/ui/use-page-keys';

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** "Ctrl+A", "F2", "Space", "?", "U": the name of a key press in the registry and the help. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: Press): string {
  if (altKey) return '';
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return ctrlKey || metaKey ? `Ctrl+${name}` : name;
}

/** Handles keys that are meant for the page, by their names. */
export function useShortcuts(pressed: (shortcut: string, event: KeyboardEvent) => boolean): void {
  usePageKeys((event) => {
    const shortcut = shortcutOf(event);
    return shortcut !== '' && pressed(shortcut, event);
  });
}
