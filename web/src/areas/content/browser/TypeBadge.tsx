import { useTranslation } from 'react-i18next';
import { typeBadge } from '../entry/type-badge';
import type { Entry } from '../queries';
import classes from './EntryChips.module.css';

/** What kind of file it is, on its picture, with the number of its pages. The name says the kind to who listens. */
export function TypeBadge({ entry }: { entry: Entry }) {
  const { t } = useTranslation('content');
  const word = typeBadge(entry);
  if (word === null) return null;
  const { pages } = entry.preview;
  const plays = /^(video|audio)\//.test(entry.mime_type ?? '');
  return (
    <span className={classes['badge']}>
      <span aria-hidden>
        {plays && '▶ '}
        {pages === null ? word : `${word} · ${pages}`}
      </span>
      {pages !== null && <span className={classes['unseen']}>{t('preview.pages', { count: pages })}</span>}
    </span>
  );
}
