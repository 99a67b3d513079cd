const LONGEST_MS = 30_000;

/** 1 s, 2 s, 4 s … 30 s, each shortened by up to a fifth so that many pages do not return at once. */
export function backOffMs(failures: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, 1000 * 2 ** Math.max(0, failures - 1));
  return Math.round(full * (1 - random() / 5));
}

/** Waits out the back-off; being online again ends it early, a cancel ends it with an AbortError. */
export function waitBeforeRetry(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(new DOMException('cancelled', 'AbortError'));
      else resolve();
    };
    const timer = setTimeout(done, backOffMs(failures));
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
