import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FacetProps } from './FacetColumn';
import classes from './PixelsFacet.module.css';

/** What the slider stops at: 0 is any size. */
const STOPS = [0, 640, 1200, 2000, 3000, 4000, 6000];

/** The least pixels of the longer side. */
export function PixelsFacet({ asked, change }: FacetProps) {
  const { t } = useTranslation('content_search');
  const told = Math.max(
    0,
    STOPS.findLastIndex((stop) => stop <= (asked.px ?? 0)),
  );
  const [held, setHeld] = useState<number | null>(null);
  const at = held ?? told;
  const words = (stop: number) => (stop === 0 ? t('pixels.any') : t('pixels.from', { amount: stop }));
  const settle = () => {
    if (held === null) return;
    setHeld(null);
    if (held !== told) change({ ...asked, px: STOPS[held] || undefined });
  };
  return (
    <div className={classes['root']}>
      <input
        type="range"
        className={classes['slider']}
        style={{ '--at': `${(at / (STOPS.length - 1)) * 100}%` }}
        min={0}
        max={STOPS.length - 1}
        value={at}
        aria-label={t('pixels.label')}
        aria-valuetext={words(STOPS[at] ?? 0)}
        onChange={(event) => setHeld(Number(event.currentTarget.value))}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
      />
      <span className={classes['words']}>{words(STOPS[at] ?? 0)}</span>
    </div>
  );
}
