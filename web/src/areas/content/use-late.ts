import { useEffect, useState } from 'react';

const LATE_MS = 150;

/** True once `waiting` has lasted 150 ms: a faster answer needs no skeleton. */
export function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting && late;
}
