import { useEffect, useEffectEvent, useState } from 'react';

const EACH_MS = 5000;

/** Moves on by itself after five seconds, until the last file; `nodeId` is the one that is shown. */
export function useSlideshow(next: (() => void) | null, nodeId: number): { playing: boolean; toggle: () => void } {
  const [playing, setPlaying] = useState(false);
  const move = useEffectEvent(() => {
    if (next) next();
    else setPlaying(false);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each file has its whole time
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => move(), EACH_MS);
    return () => clearTimeout(timer);
  }, [playing, nodeId]);
  return { playing, toggle: () => setPlaying(!playing) };
}
