/** What is typed while a field is on its way. */
export interface TypedAhead {
  words: () => string;
  /** Escape was pressed: whoever typed does not want the field any more. */
  isCancelled: () => boolean;
  /** Keys go where they went before; gives the words. */
  end: () => string;
}

/** A field that takes longer is not awaited: the page may have a question about it that needs the keys. */
const LONGEST = 5_000;

/** Takes the keys from the page until the field has the focus, so that none of them is lost or acts on what is behind. */
export function typeAhead(begun: string): TypedAhead {
  let words = begun;
  let cancelled = false;
  const end = () => {
    window.clearTimeout(timer);
    window.removeEventListener('keydown', take, true);
    return words;
  };
  const take = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Escape') {
      cancelled = true;
      end();
      return;
    }
    // Some layouts write letters with Ctrl and Alt together.
    const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    if (isShortcut || key === 'Tab') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const letters = [...words];
    if (key === 'Backspace') words = letters.slice(0, -1).join('');
    else if ([...key].length === 1) words += key;
  };
  window.addEventListener('keydown', take, true);
  const timer = window.setTimeout(end, LONGEST);
  return { words: () => words, isCancelled: () => cancelled, end };
}
