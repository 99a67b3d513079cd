import { useCallback, useEffect, useState } from 'preact/hooks';

/** Counts down the seconds that one has to wait. */
export function useSlowed(): { seconds: number; wait: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const wait = useCallback((wanted: number) => {
    setNow(Date.now());
    setUntil(Date.now() + wanted * 1000);
  }, []);
  return { seconds, wait };
}
