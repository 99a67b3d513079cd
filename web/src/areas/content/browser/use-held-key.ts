import { useEffect, useEffectEvent, useRef } from 'react';

/** Keeps a key that was pressed while something was awaited, and runs it then; null: nothing more is kept. */
export function useHeldKey(waits: boolean, run: (shortcut: string) => void): (shortcut: string | null) => void {
  const held = useRef<string | null>(null);
  const release = useEffectEvent(() => {
    const shortcut = held.current;
    held.current = null;
    if (shortcut !== null) run(shortcut);
  });
  useEffect(() => {
    if (!waits) release();
  }, [waits]);
  return (shortcut) => {
    held.current = shortcut;
  };
}
