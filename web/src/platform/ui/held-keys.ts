import type { KeyboardEvent } from 'react';

/** For a dialog: the key that opened it may still be held, and must do nothing until it is pressed again. */
export const heldKeysAnswerNothing = {
  onKeyDownCapture: (event: KeyboardEvent) => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
  },
};
