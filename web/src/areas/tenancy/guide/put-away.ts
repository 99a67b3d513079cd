import { useState } from 'react';

/** A guide that a user has closed stays closed in this browser, until they open it again. */
export function usePutAway(guide: string, usersId: number) {
  const key = `guide_${guide}_put_away_${usersId}`;
  const [isAway, setAway] = useState(() => localStorage.getItem(key) === '1');
  const put = (away: boolean) => {
    if (away) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
    setAway(away);
  };
  return { isAway, put };
}
