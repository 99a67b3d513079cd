import { useEffect, useRef } from 'react';
import classes from './SheetHandle.module.css';

type Props = { label: string; expanded: boolean; press: () => void };

/** The bar at the top of a sheet: a tap makes the sheet high or low, as a swipe does. */
export function SheetHandle({ label, expanded, press }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The low sheet and the high one replace each other, and with them what had the focus.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className={classes['handle']}
      aria-label={label}
      aria-expanded={expanded}
      onClick={press}
    />
  );
}
