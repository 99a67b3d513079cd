import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The part after `#` in a mailed link, which no server, proxy or referrer receives. When the address loses it on the
 * way to the next page, the last one is kept.
 */
export function useMailedToken(): string {
  const hash = useLocation({ select: (location) => location.hash }).replace(/^#/, '');
  const [last, setLast] = useState(hash);
  if (hash !== '' && hash !== last) setLast(hash);
  return hash === '' ? last : hash;
}
