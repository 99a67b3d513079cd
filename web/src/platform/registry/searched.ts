/** The words of the search that is on the screen; the field in the top bar shows them. */
let words: string | null = null;
const listeners = new Set<() => void>();

function become(next: string | null): void {
  words = next;
  for (const listener of listeners) listener();
}

/** To be called by a screen that shows hits; returns what to call when it is left. */
export function tellSearched(term: string): () => void {
  become(term);
  return () => {
    if (words === term) become(null);
  };
}

export function searched(): string | null {
  return words;
}

export function subscribeSearched(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
