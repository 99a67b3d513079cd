import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Entry } from './answers';

/** As many can be named in the address of an archive. */
export const MOST_CHOSEN = 500;

export type Choosing = {
  /** A click chooses instead of opening. */
  on: boolean;
  chosen: ReadonlyMap<number, Entry>;
  has: (nodeId: number) => boolean;
  toggle: (entry: Entry) => void;
  all: (entries: readonly Entry[]) => void;
  begin: () => void;
  end: () => void;
};

/** What is chosen in one folder. */
export function useChoosing(): Choosing {
  const [on, setOn] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<number, Entry>>(new Map());
  const end = useCallback(() => {
    setOn(false);
    setChosen(new Map());
  }, []);
  const begin = useCallback(() => setOn(true), []);
  useFocusAfter(on);
  const toggle = useCallback((entry: Entry) => setChosen((before) => toggled(before, entry)), []);
  const all = useCallback(
    (entries: readonly Entry[]) =>
      setChosen(new Map(entries.slice(0, MOST_CHOSEN).map((entry) => [entry.node_id, entry]))),
    [],
  );
  const has = useCallback((nodeId: number) => chosen.has(nodeId), [chosen]);
  return useMemo(() => ({ on, chosen, has, toggle, all, begin, end }), [on, chosen, has, toggle, all, begin, end]);
}

/** Afterwards the focus is on what began it: on a phone that is another button. */
function useFocusAfter(on: boolean): void {
  const before = useRef(on);
  useEffect(() => {
    if (before.current && !on) {
      const buttons = [...document.querySelectorAll<HTMLElement>('[data-choose]')];
      buttons.find((button) => button.offsetParent !== null)?.focus({ preventScroll: true });
    }
    before.current = on;
  }, [on]);
}

export function toggled(before: ReadonlyMap<number, Entry>, entry: Entry): ReadonlyMap<number, Entry> {
  const after = new Map(before);
  if (!after.delete(entry.node_id) && after.size < MOST_CHOSEN) after.set(entry.node_id, entry);
  return after;
}

/** The bytes of the chosen files; null if a folder is among them, whose size is not known. */
export function bytesOfChosen(chosen: ReadonlyMap<number, Entry>): number | null {
  let bytes = 0;
  for (const entry of chosen.values()) {
    if (entry.kind === 'folder' || entry.bytes === null) return null;
    bytes += entry.bytes;
  }
  return bytes;
}
