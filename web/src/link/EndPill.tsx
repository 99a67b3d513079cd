/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import classes from './EndPill.module.css';
import { endWords, exactEnd } from './ends';
import { Icon } from './Icon';

const MINUTE = 60_000;

/** Until when the link works; the exact moment is its tooltip. */
export function EndPill({ expiresAt }: { expiresAt: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <span class={classes['pill']} title={exactEnd(expiresAt)}>
      <Icon name="clock" size={16} />
      <time dateTime={new Date(expiresAt * 1000).toISOString()}>{endWords(expiresAt, now / 1000)}</time>
    </span>
  );
}
