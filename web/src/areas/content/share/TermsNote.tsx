import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../platform/i18n/moments';
import type { Entry } from '../queries';
import classes from './ShareDialog.module.css';

/** So many entries are named. */
const NAMED = 3;

/** That those with whom entries are shared cannot download them, or cannot for long. */
export function TermsNote({ entries }: { entries: readonly Entry[] }) {
  const { t, i18n } = useTranslation('content_actions');
  const ends = entries.flatMap(({ name, usable_until: end }) => (end == null ? [] : [{ name, end }]));
  const ended = ends.filter(({ end }) => end <= Date.now() / 1000);
  const told = (ended.length > 0 ? ended : ends).toSorted((one, other) => one.end - other.end);
  const [first] = told;
  if (first === undefined) return null;
  const count = told.length;
  const named = told.slice(0, NAMED).map(({ name }) => t('share.quoted', { name }));
  const others = count > NAMED ? [t('share.others', { count: count - NAMED })] : [];
  const names = new Intl.ListFormat(i18n.language).format([...named, ...others]);
  const about = { names, day: formatDay(first.end - 1, i18n.language) };
  return (
    <p className={`${classes['warning']} ${classes['terms']}`} role="note">
      <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      <span>{ended.length > 0 ? t('share.ended', { count, ...about }) : t('share.ends', { count, ...about })}</span>
    </p>
  );
}
