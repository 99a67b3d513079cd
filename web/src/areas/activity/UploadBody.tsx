import { IconCircleCheckFilled, IconFolderOpen } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../platform/i18n/format-size';
import { later } from '../../platform/routing/later';
import { LocalPicture } from '../../platform/uploads/LocalPicture';
import classes from './UploadBody.module.css';
import { UploadQuestions } from './UploadQuestions';
import type { UploadGroup } from './upload-groups';
import type { UploadAnswers } from './use-upload-answers';

const KnownNote = later(() => import('./KnownNote'), 'KnownNote');

const SHOWN = 2;

/** What waits for an answer, what arrived last, and where it is. */
export function UploadBody({ group, answers }: { group: UploadGroup; answers: UploadAnswers }) {
  const { t, i18n } = useTranslation('activity_tray');
  const shown = group.arrived.slice(0, SHOWN);
  const more = group.done - shown.length;
  return (
    <>
      {group.failures.length > 0 && <UploadQuestions group={group} answers={answers} />}
      {shown.length > 0 && (
        <ul className={classes['arrived']}>
          {shown.map((upload) => (
            <li key={upload.id} className={classes['row']}>
              <LocalPicture file={answers.fileOf({ uploadId: upload.id })} size={32} />
              <span className={classes['name']} dir="auto" title={upload.name}>
                {upload.name}
              </span>
              <span className={classes['size']}>{formatSize(upload.size, i18n.language)}</span>
              <IconCircleCheckFilled size={18} className={classes['tick']} aria-hidden />
            </li>
          ))}
        </ul>
      )}
      {group.active === 0 && shown.length > 0 && (
        <Suspense fallback={null}>
          <KnownNote group={group} />
        </Suspense>
      )}
      <footer className={classes['foot']}>
        <span>{more > 0 && shown.length > 0 ? t('conflict.more', { count: more }) : ''}</span>
        <Link
          to="/content/$appId/navigation/$parentId"
          params={{ appId: group.appId, parentId: group.opensId }}
          className={classes['open'] ?? ''}
        >
          <IconFolderOpen size={16} aria-hidden />
          {t('openFolder')}
        </Link>
      </footer>
    </>
  );
}
