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
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, [visit]);
  return place;
}
