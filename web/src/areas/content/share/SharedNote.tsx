import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';
import classes from './ShareDialog.module.css';
import { downloadableOf, marksOf, sharedOf } from './shared-words';

type Props = { entries: readonly Entry[] };

/** What whoever has the link will see, and which of it is protected. */
export function SharedNote({ entries }: Props) {
  const { t, i18n } = useTranslation(['content_actions', 'content']);
  const { t: inLists } = useTranslation('content');
  const marks = marksOf(entries);
  const given = downloadableOf(entries, Date.now() / 1000);
  return (
    <>
      <p className={classes['lead']}>
        {t('share.see', { what: sharedOf(entries, t, inLists, i18n.language) })}{' '}
        {given !== null && `${t('share.downloadable', { count: given })} `}
        {t('share.anybody_how')}
      </p>
      {marks.length > 0 && (
        <p className={classes['warning']} role="note">
          <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
          <span>{t('share.marked', { count: marks.length, marks: marks.join(', ') })}</span>
        </p>
      )}
    </>
  );
}
