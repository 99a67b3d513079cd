/** The search that is on the screen; the field in the top bar shows its words. */
interface Searched {
  words: string;
  /** Takes the words from the screen. */
  clear: () => void;
}

let shown: Searched | null = null;
const listeners = new Set<() => void>();

function become(next: Searched | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** To be called by a screen that shows hits; returns what to call when it is left. */
export function tellSearched(words: string, clear: () => void): () => void {
  const told = { words, clear };
  become(told);
  return () => {
    if (shown === told) become(null);
  };
}

export function searched(): Searched | null {
  return shown;
}

export function subscribeSearched(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
