import { useEffect, useState } from 'preact/hooks';
import { call } from './link-api';

/** Up to this size, every file that has a picture has it at once. */
const AT_ONCE = 640;
/** Until the server is asked again, which may draw for others first. */
const PAUSES_MS = [2000, 4000, 8000, 16_000, 32_000];

/** The server marks a smaller picture that it gives until the wanted one is drawn. */
async function standsIn(src: string, signal: AbortSignal): Promise<boolean> {
  const { headers } = await call(src, { method: 'HEAD', cache: 'no-store', signal });
  return headers.get('cache-control')?.includes('no-store') ?? false;
}

/**
 * Whether a smaller picture has stood in for the one at this address, which is drawn by now. `told` hears of it while
 * it does. After some tries nobody waits any more.
 */
export async function isDrawnLater(
  src: string,
  told: () => void,
  wait: (ms: number) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  let stood = false;
  for (const pause of PAUSES_MS) {
    if (!(await standsIn(src, signal))) return stood;
    if (!stood) told();
    stood = true;
    await wait(pause);
    if (signal.aborted) return false;
  }
  return !(await standsIn(src, signal));
}

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Whether the loaded picture stands in for a larger one, and how often such a one has been drawn since: then it is to be
 * loaded again. `src`: what was loaded; null: nothing that matters.
 */
export function useLaterPicture(src: string | null): { stands: boolean; drawn: number } {
  const [stands, setStands] = useState(false);
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    setStands(false);
    if (src === null || Number(new URL(src, location.href).searchParams.get('size')) <= AT_ONCE) return;
    const stop = new AbortController();
    isDrawnLater(src, () => setStands(true), pass, stop.signal)
      .then((later) => later && !stop.signal.aborted && setDrawn((count) => count + 1))
      // The smaller one stays.
      .catch(() => {});
    return () => stop.abort();
  }, [src]);
  return { stands, drawn };
}
