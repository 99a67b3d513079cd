import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * For an element that an address can lead to by its hash: whenever one does, it is scrolled to and gets the focus. The
 * element has `tabIndex={-1}`, and `name` as its id.
 */
export function useLinkedPlace<Part extends HTMLElement>(name: string): RefObject<Part | null> {
  const place = useRef<Part>(null);
  // Each visit has a key of its own, also one of the same address.
  const visit = useLocation({
    select: ({ hash, state }) => (hash === name ? (state.__TSR_key ?? state.key ?? name) : null),
  });
  useEffect(() => {
    if (visit === null) return;
    place.current?.focus({ preventScroll: true });
    return keepInSight(place);
  }, [visit]);
  return place;
}

const BY_HAND = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;
/** What stands above it has come by then. */
const LONGEST = 5_000;

/** Scrolls to it, again whenever what stands above it grows, until somebody scrolls or it is enough. */
function keepInSight(place: RefObject<HTMLElement | null>): () => void {
  const show = () => place.current?.scrollIntoView({ block: 'nearest' });
  const growing = new ResizeObserver(show);
  for (let one = place.current?.parentElement; one; one = one.parentElement) growing.observe(one);
  const end = () => {
    growing.disconnect();
    clearTimeout(enough);
    for (const kind of BY_HAND) window.removeEventListener(kind, end);
  };
  const enough = setTimeout(end, LONGEST);
  for (const kind of BY_HAND) window.addEventListener(kind, end, { passive: true });
  show();
  return end;
}
