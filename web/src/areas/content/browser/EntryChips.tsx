import { IconLock } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../../../platform/registry/registry';
import type { Entry } from '../queries';
import classes from './EntryChips.module.css';
import { lockWords } from './lock-words';
import { markNames } from './mark-names';

const SHOWN = 2;

/** Lock, security marks and what areas say of it over a picture, dark so that they read on any image. */
export function EntryChips({ entry }: { entry: Entry }) {
  const { t, i18n } = useTranslation('content');
  const added = useRegistry().entryChips.filter(({ fits }) => fits(entry));
  if (!entry.locked && entry.marks.length === 0 && added.length === 0) return null;
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
        <span key={mark.security_mark_id} className={classes['chip']} data-mark title={mark.security_mark_key}>
          <span className={classes['word']}>{mark.security_mark_key}</span>
        </span>
      ))}
      {more > 0 && (
        <span className={classes['chip']} title={markNames(entry)}>
          +{more}
        </span>
      )}
      {added.map(({ key, Chip }) => (
        <Suspense key={key} fallback={null}>
          <Chip entry={entry} onPicture />
        </Suspense>
      ))}
    </span>
  );
}
