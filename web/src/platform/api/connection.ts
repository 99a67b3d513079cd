import { useSyncExternalStore } from 'react';
import { atBase } from '../base-path';

const probeEveryMs = 5_000;

let reachable = navigator.onLine;
let probe: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function become(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

async function ask(): Promise<void> {
  try {
    const answer = await fetch(atBase('/healthz'), { cache: 'no-store' });
    if (answer.ok) reached();
  } catch {
    // Still away: the next probe asks again.
  }
}

/** A call got an answer, whatever it said. */
export function reached(): void {
  clearInterval(probe);
  probe = undefined;
  become(true);
}

/** A call got no answer: the page says so and keeps asking until the server is back. */
export function unreachable(): void {
  become(false);
  probe ??= setInterval(ask, probeEveryMs);
}

window.addEventListener('offline', unreachable);
window.addEventListener('online', () => void ask());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, () => reachable);
}
