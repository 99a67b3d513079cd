import { useTranslation } from 'react-i18next';
import { dateLocale } from '../../../platform/i18n/moments';
import { sumOf } from './chart-bars';
import { type Use, type UsedDay, uses } from './insights-queries';
import classes from './UseTiles.module.css';

interface Props {
  items: readonly UsedDay[];
  use: Use;
  choose: (use: Use) => void;
}

/** The sums of the period; the chosen one is what the chart and the list are about. */
export function UseTiles({ items, use, choose }: Props) {
  const { t, i18n } = useTranslation('content_panel');
  const number = new Intl.NumberFormat(dateLocale(i18n.language));
  return (
    <fieldset className={classes['tiles']} aria-label={t('insights.show')}>
      {uses.map((one) => (
        <button
          key={one}
          type="button"
          className={classes['tile']}
          aria-pressed={one === use}
          onClick={() => choose(one)}
        >
          <span className={classes['number']}>{number.format(sumOf(items, one))}</span>
          <span className={classes['label']}>{t(`insights.use.${one}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}
