import { useTranslation } from 'react-i18next';
import { dateLocale, formatDay } from '../../../platform/i18n/moments';
import { type Bar, barsOf, sumOf, topOf } from './chart-bars';
import type { Use, UsedDay } from './insights-queries';
import classes from './UseChart.module.css';

interface Props {
  items: readonly UsedDay[];
  /** The first day and how many there are. */
  span: { from: number; days: number };
  use: Use;
  /** Low, and without a table. */
  small?: boolean;
}

const HEIGHT = 100;
/** Of a bar's place, so much is drawn. */
const FILLED = 0.72;

/** How often something was used, day by day; and as a table, for who does not see it. */
export function UseChart({ items, span, use, small = false }: Props) {
  const { t, i18n } = useTranslation('content_panel');
  const bars = barsOf(items, span, use);
  const top = topOf(bars);
  const number = (value: number) => new Intl.NumberFormat(dateLocale(i18n.language)).format(value);
  const day = (bar: Bar | undefined) => (bar ? formatDay(bar.from, i18n.language, 'UTC') : '');
  const summary = t(`insights.chart.${use}`, { count: sumOf(items, use), from: day(bars[0]), to: day(bars.at(-1)) });
  return (
    <figure className={classes['figure']} data-small={small || undefined}>
      <div className={classes['plot']}>
        <span className={classes['top']} aria-hidden>
          {number(top)}
        </span>
        <svg
          className={classes['bars']}
          viewBox={`0 0 ${bars.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
        >
          {bars.map((bar, at) => {
            const height = (bar.number / top) * HEIGHT;
            return (
              <rect key={bar.from} x={at + (1 - FILLED) / 2} y={HEIGHT - height} width={FILLED} height={height}>
                <title>{`${day(bar)}: ${number(bar.number)}`}</title>
              </rect>
            );
          })}
        </svg>
      </div>
      <div className={classes['ends']} aria-hidden>
        <span>{day(bars[0])}</span>
        <span>{t('insights.today')}</span>
      </div>
      {!small && items.length > 0 && <UseTable items={items} />}
    </figure>
  );
}

function UseTable({ items }: { items: readonly UsedDay[] }) {
  const { t, i18n } = useTranslation('content_panel');
  return (
    <details className={classes['details']}>
      <summary>{t('insights.asTable')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={classes['scroll']} aria-label={t('insights.asTable')} tabIndex={0}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('insights.day')}</th>
              <th scope="col">{t('insights.use.views')}</th>
              <th scope="col">{t('insights.use.downloads')}</th>
              <th scope="col">{t('insights.use.shares')}</th>
            </tr>
          </thead>
          <tbody>
            {items.toReversed().map((item) => (
              <tr key={item.day}>
                <th scope="row">{formatDay(item.day, i18n.language, 'UTC')}</th>
                <td>{item.views}</td>
                <td>{item.downloads}</td>
                <td>{item.shares}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
