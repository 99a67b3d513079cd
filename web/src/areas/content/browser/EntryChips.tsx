import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';
import classes from './EntryChips.module.css';
import { lockWords } from './lock-words';

const SHOWN = 2;

/** Lock and security marks over a picture, dark so that they read on any image. */
export function EntryChips({ entry }: { entry: Entry }) {
  const { t, i18n } = useTranslation('content');
  if (!entry.locked && entry.marks.length === 0) return null;
  const more = entry.marks.length - SHOWN;
  return (
    <span className={classes['chips']} data-chips>
      {entry.locked && (
        <span className={classes['chip']} title={lockWords(entry, t, i18n.language)}>
          <IconLock size={12} stroke={2} aria-hidden />
          <span>{t('lock.locked')}</span>
        </span>
      )}
      {entry.marks.slice(0, SHOWN).map((mark) => (
        <span key={mark.security_mark_id} className={classes['chip']} title={mark.security_mark_key}>
          <span className={classes['word']}>{mark.security_mark_key}</span>
        </span>
      ))}
      {more > 0 && <span className={classes['chip']}>+{more}</span>}
    </span>
  );
}
