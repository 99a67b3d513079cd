import { useSyncExternalStore } from 'react';
import { atBase } from '../base-path';

const probeEveryMs = 5_000;
const answerWithinMs = 15_000;

let reachable = navigator.onLine;
let probe: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function become(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

let asking: Promise<boolean> | null = null;

/** Asks whether the server answers; if it does not, the page says so until it does. Many who ask at once ask together. */
export function ask(): Promise<boolean> {
  asking ??= probeOnce().finally(() => {
    asking = null;
  });
  return asking;
}

async function probeOnce(): Promise<boolean> {
  const signal = AbortSignal.timeout(answerWithinMs);
  const answer = await fetch(atBase('/healthz'), { cache: 'no-store', signal }).catch(() => null);
  const answers = answer?.ok ?? false;
  if (answers) reached();
  else unreachable();
  return answers;
}

/** A call got an answer, whatever its status. */
export function reached(): void {
  clearInterval(probe);
  probe = undefined;
  become(true);
}

/** A call got no answer: the page says so and keeps asking until the server is back. */
function unreachable(): void {
  become(false);
  probe ??= setInterval(ask, probeEveryMs);
}

const silences = new WeakSet<object>();

/** A call failed with this because it got no answer. The bar tells it, also where nobody waits for the call. */
export function toldByBar(error: TypeError): void {
  silences.add(error);
  unreachable();
}

window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof TypeError && silences.has(event.reason)) event.preventDefault();
});

window.addEventListener('offline', unreachable);
window.addEventListener('online', () => void ask());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A call, a script or a style sheet did not come; of style sheets the bundler's loader tells with an error of its own. */
function isCutOff(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return error instanceof Error && error.message.startsWith('Unable to preload CSS');
}

/** Whether an error comes from a server that does not answer, and not from what it answered. */
export async function isAway(error: unknown): Promise<boolean> {
  return isCutOff(error) && !(await ask());
}

/** Resolves when there is an answer. */
export function whenReached(): Promise<void> {
  if (reachable) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      stop();
      resolve();
    });
  });
}

export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, () => reachable);
}
