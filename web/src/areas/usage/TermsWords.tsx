import { useTranslation } from 'react-i18next';
import { formatDay, formatMoment } from '../../platform/i18n/moments';
import classes from './UsageTab.module.css';
import type { UsageTerms } from './usage-queries';

/** The terms of an entry in words, and what was answered to the user. */
export function TermsWords({ terms }: { terms: UsageTerms }) {
  const { t, i18n } = useTranslation('usage_panel');
  const { usable_until: end, usable_until_of: endOf, asks_first_of: askOf } = terms;
  const isOver = end !== null && end <= Date.now() / 1000;
  const day = end === null ? '' : formatDay(end - 1, i18n.language);
  return (
    <div className={classes['facts']}>
      {end === null && <p>{t('noEnd')}</p>}
      {end !== null && (
        <p className={isOver ? classes['ended'] : undefined}>{t(isOver ? 'endedOn' : 'until', { day })}</p>
      )}
      {endOf !== null && <p className={classes['quiet']}>{t('of', { name: endOf.name })}</p>}
      {isOver && (
        <p className={classes['quiet']}>{t(terms.withheld === 'ended' ? 'endedForYou' : 'endedForReaders')}</p>
      )}
      {terms.asks_first && <p>{t(terms.withheld === 'asks_first' ? 'askFirst' : 'readersAsk')}</p>}
      {askOf !== null && <p className={classes['quiet']}>{t('of', { name: askOf.name })}</p>}
      {terms.request !== null && <RequestWords request={terms.request} />}
    </div>
  );
}

function RequestWords({ request }: { request: NonNullable<UsageTerms['request']> }) {
  const { t, i18n } = useTranslation('usage_panel');
  const moment = (seconds: number | null) => (seconds === null ? '' : formatMoment(seconds, i18n.language));
  const words = {
    waiting: t('request.waiting', { moment: moment(request.asked_at) }),
    allowed: t('request.allowed', { moment: moment(request.allowed_until) }),
    refused: t('request.refused', { moment: moment(request.answered_at) }),
    over: t('request.over', { moment: moment(request.allowed_until) }),
  };
  return <p role="status">{words[request.state]}</p>;
}
