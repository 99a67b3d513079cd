import { useLocation } from '@tanstack/react-router';

/** What stands behind `#` in a mailed link: no server, proxy or referrer gets to see it. */
export function useMailedToken(): string {
  return useLocation({ select: (location) => location.hash }).replace(/^#/, '');
}
