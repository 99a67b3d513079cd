import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * What stands behind `#` in a mailed link: no server, proxy or referrer gets to see it. On the way to the next page the
 * address has none any more, and the last one stays.
 */
export function useMailedToken(): string {
  const hash = useLocation({ select: (location) => location.hash }).replace(/^#/, '');
  const [last, setLast] = useState(hash);
  if (hash !== '' && hash !== last) setLast(hash);
  return hash === '' ? last : hash;
}
