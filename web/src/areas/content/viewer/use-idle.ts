import { useCallback, useEffect, useState } from 'react';

const IDLE_MS = 2000;

/** True when the pointer has rested for two seconds. */
export function useIdle(): { idle: boolean; moved: () => void } {
  const [movedAt, setMovedAt] = useState(0);
  const [idle, setIdle] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move begins the time anew
  useEffect(() => {
    setIdle(false);
    const timer = setTimeout(() => setIdle(true), IDLE_MS);
    return () => clearTimeout(timer);
  }, [movedAt]);
  // Rounded, so that a moving pointer draws the viewer again only now and then.
  const moved = useCallback(() => setMovedAt(Math.round(Date.now() / 250)), []);
  return { idle, moved };
}
