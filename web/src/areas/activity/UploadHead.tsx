import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../platform/i18n/format-size';
import { Hint } from '../../platform/ui/Hint';
import { breakLongWords } from './break-words';
import { needsName } from './failure-words';
import { duration } from './status-words';
import classes from './UploadHead.module.css';
import type { UploadGroup } from './upload-groups';

interface Props {
  group: UploadGroup;
  folded?: boolean;
  cancel?: () => void;
}

/** What an upload is called and how far it is, in words and as a bar. */
export function UploadHead({ group, folded = false, cancel }: Props) {
  const { t, i18n } = useTranslation('activity_tray');
  const { title, files, done, failed, failures, active } = group;
  const named = failures.length > 0 && failures.every(needsName);
  const left = group.secondsLeft === null ? null : duration(group.secondsLeft, i18n.language);
  const words = (
    <span className={classes['count']}>
      {t('upload.count', { done, count: files })}
      {failed > 0 && (
        <>
          {', '}
          <strong className={classes['warn']}>
            {named ? t('upload.needName', { count: failed }) : t('failed', { count: failed })}
          </strong>
        </>
      )}
    </span>
  );
  if (folded) {
    return (
      <span className={classes['line']}>
        <strong className={classes['name']} dir="auto">
          {title}
        </strong>
        {words}
      </span>
    );
  }
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const state = group.reconnecting
    ? t('status.reconnecting')
    : active > 0
      ? [t('upload.bytes', { sent: size(group.sent), size: size(group.size) })]
          .concat(group.speed === null ? [] : t('upload.speed', { speed: size(group.speed) }))
          .join(', ')
      : failed === 0
        ? t('upload.arrived')
        : '';
  return (
    <header className={classes['head']}>
      <h2 className={classes['title']} dir="auto" title={title}>
        {breakLongWords(title)}
      </h2>
      <div role="status">{words}</div>
      <div
        role="progressbar"
        aria-label={t('progress', { name: title })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(group.progress * 100)}
        className={classes['bar']}
      >
        <span className={classes['done']} style={{ width: `${group.progress * 100}%` }} />
        <span className={classes['rest']} style={{ width: `${files === 0 ? 0 : (failed / files) * 100}%` }} />
      </div>
      {(state !== '' || active > 0) && (
        <div className={classes['line']}>
          <span className={classes['state']}>{state}</span>
          {left !== null && !group.reconnecting && (
            <span className={classes['state']}>{t('timeLeft', { count: left.count, time: left.time })}</span>
          )}
          {active > 0 && cancel && (
            <Hint label={active > 1 ? t('cancelAll') : t('cancel')}>
              <ActionIcon size={24} aria-label={t('cancelOne', { name: title })} onClick={cancel}>
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </Hint>
          )}
        </div>
      )}
    </header>
  );
}
