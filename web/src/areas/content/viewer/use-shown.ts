import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The viewer was opened from the page itself, which is the entry before this one. */
    viewerOpened?: boolean;
  }
}

/** The file in the viewer, as the address says, and the ways to change it. */
export interface Shown {
  nodeId: number | null;
  /** Opens the viewer: one entry of the history, which Back leaves. */
  open: (nodeId: number) => void;
  /** Moves to another file in the same entry of the history. */
  step: (nodeId: number) => void;
  close: () => void;
}

export function useShown(): Shown {
  const { show } = useSearch({ strict: false });
  const nodeId = show ?? null;
  const navigate = useNavigate();
  const router = useRouter();
  // A second Escape must not leave the page as well.
  const closing = useRef(false);
  useEffect(() => {
    if (nodeId !== null) closing.current = false;
  }, [nodeId]);
  const to = (next: number | undefined) => ({
    to: '.' as const,
    search: (now: object) => ({ ...now, show: next, page: undefined }),
    resetScroll: false,
  });
  return {
    nodeId,
    open: (next) => void navigate({ ...to(next), state: { viewerOpened: true } }),
    step: (next) => void navigate({ ...to(next), state: true, replace: true }),
    close: () => {
      if (nodeId === null || closing.current) return;
      closing.current = true;
      if (router.state.location.state.viewerOpened) router.history.back();
      else void navigate({ ...to(undefined), replace: true });
    },
  };
}

/** Whether the viewer lies over the page: Back closes it before what is below. */
export function useIsUnderViewer(): boolean {
  return useSearch({ strict: false, select: ({ show }) => show !== undefined });
}

/** The file that the viewer showed last; a new object each time it closes. */
export interface LastViewed {
  nodeId: number;
  /** It is selected, whatever was. */
  select?: boolean;
}

/** However the viewer closes, by a button or by Back, the list learns which file it showed. */
export function useLastViewed(nodeId: number | null): LastViewed | null {
  const [last, setLast] = useState<LastViewed | null>(null);
  const before = useRef<number | null>(null);
  const changed = useEffectEvent((next: number | null) => {
    if (next === null && before.current !== null) setLast({ nodeId: before.current });
    before.current = next;
  });
  useEffect(() => changed(nodeId), [nodeId]);
  return last;
}
