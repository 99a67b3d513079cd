const signs = ['pointermove', 'pointerdown', 'click', 'keydown', 'wheel'] as const;

/**
 * Resolves when somebody first touches the page: before that nothing can be opened, so that what only a click or a key
 * opens is loaded from then on, and not while the page itself is still coming.
 */
export const whenUsed = new Promise<void>((resolve) => {
  const used = () => {
    for (const sign of signs) window.removeEventListener(sign, used, true);
    resolve();
  };
  for (const sign of signs) window.addEventListener(sign, used, { capture: true, passive: true });
});
