import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FacetProps } from './FacetColumn';
import classes from './MonthBars.module.css';
import { monthName } from './month-name';
import { spanOf } from './month-span';

/** The last twelve months: a click chooses one, dragging or Shift several; the chosen one again takes it back. */
export function MonthBars({ asked, facets, change }: FacetProps) {
  const { t, i18n } = useTranslation('content_search');
  const { months } = facets;
  const [begun, setBegun] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const most = Math.max(1, ...months.map((month) => month.count));
  const picked = spanOf(months, asked);
  const [from, to] = begun === null ? picked : [Math.min(begun, at), Math.max(begun, at)];
  const choose = (first: number, last: number) => {
    const again = first === picked[0] && last === picked[1];
    const span = { since: months[first]?.since, until: months[last]?.until };
    change({ ...asked, ...(again ? { since: undefined, until: undefined } : span) });
  };
  const end = () => {
    if (begun === null) return;
    setBegun(null);
    choose(Math.min(begun, at), Math.max(begun, at));
  };
  const name = (seconds: number) => monthName(seconds, i18n.language);
  return (
    <div className={classes['root']}>
      <div className={classes['bars']} onPointerLeave={() => setBegun(null)}>
        {months.map((month, index) => (
          <button
            key={month.since}
            type="button"
            className={classes['bar']}
            aria-pressed={index >= from && index <= to}
            aria-label={t('counted', { what: name(month.since), amount: month.count })}
            title={t('counted', { what: name(month.since), amount: month.count })}
            onPointerDown={(event) => {
              event.currentTarget.releasePointerCapture(event.pointerId);
              setBegun(event.shiftKey && picked[0] >= 0 ? picked[0] : index);
              setAt(index);
            }}
            onPointerEnter={() => setAt(index)}
            onPointerUp={end}
            // The keyboard's click has no pointer before it.
            onClick={(event) => {
              if (event.detail === 0)
                choose(event.shiftKey && picked[0] >= 0 ? Math.min(picked[0], index) : index, index);
            }}
          >
            <span className={classes['height']} style={{ height: `${Math.round(8 + (92 * month.count) / most)}%` }} />
          </button>
        ))}
      </div>
      <div className={classes['ends']} aria-hidden>
        <span>{name(months[0]?.since ?? 0)}</span>
        <span>{name(months.at(-1)?.since ?? 0)}</span>
      </div>
    </div>
  );
}
