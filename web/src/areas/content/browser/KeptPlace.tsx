import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { keepPlace, keptPlace } from './kept-places';

interface Props {
  scroller: HTMLElement;
  surface: HTMLElement;
  /** The list has its first entries. */
  ready: boolean;
  more: boolean;
  loadMore: () => void;
}

const BY_HAND = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;

/**
 * Keeps how far a list is scrolled, per entry of the history, and goes there again when Back, Forward or a reload shows
 * the entry: what has to be loaded for it is loaded first. Whoever scrolls meanwhile is left alone.
 */
export function KeptPlace({ scroller, surface, ready, more, loadMore }: Props) {
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shown = useRef(path);
  const wanted = useRef<number | null>(keptPlace(key));
  const keep = useEffectEvent(() => {
    if (wanted.current === null && shown.current === path) keepPlace(key, scroller.scrollTop);
  });
  const follow = useEffectEvent(() => {
    // The viewer has an entry of its own over the same list. The place in one list is not that in the next one.
    if (shown.current === path) return keep();
    shown.current = path;
    wanted.current = keptPlace(key);
  });
  const settle = useEffectEvent(() => {
    if (!ready || surface.clientHeight === 0 || wanted.current === null) return;
    if (scroller.scrollHeight - scroller.clientHeight < wanted.current && more) return loadMore();
    scroller.scrollTop = wanted.current;
    wanted.current = null;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place belongs to each entry that shows it
  useEffect(() => follow(), [key]);
  useEffect(() => {
    const leave = () => {
      wanted.current = null;
    };
    const listen = () => keep();
    scroller.addEventListener('scroll', listen, { passive: true });
    for (const kind of BY_HAND) scroller.addEventListener(kind, leave, { passive: true });
    // A list is laid out after its first size is known, and grows with each page.
    const grown = new ResizeObserver(() => settle());
    grown.observe(surface);
    return () => {
      scroller.removeEventListener('scroll', listen);
      for (const kind of BY_HAND) scroller.removeEventListener(kind, leave);
      grown.disconnect();
    };
  }, [scroller, surface]);
  return null;
}
