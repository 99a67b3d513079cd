import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { pictureOf } from '../../../platform/uploads/own-pictures';
import { bytesPerSecond } from '../../../platform/uploads/upload-pace';
import type { Queue, Upload } from '../../../platform/uploads/upload-queue';
import { useUploads } from '../../../platform/uploads/uploads-context';
import cards from '../browser/EntryCard.module.css';
import { EntryName } from '../browser/EntryName';
import { useEntryType } from '../entry/use-entry-type';
import classes from './UploadCard.module.css';

interface Props {
  uploadId: string;
  nodeId: number;
  column: number;
  tabStop: boolean;
}

/** A file on its way, where its card will be: the browser's own picture, and how far it is. */
export function UploadCard({ uploadId, nodeId, column, tabStop }: Props) {
  const { t, i18n } = useTranslation('content');
  const { uploads } = useUploads();
  const queue = useSyncExternalStore(uploads.subscribe, uploads.snapshot);
  const { icon: Icon } = useEntryType({ entry_type: 'file' });
  const [broken, setBroken] = useState(false);
  const upload = queue.uploads.get(uploadId);
  if (!upload) return null;
  const file = uploads.fileOf(uploadId);
  const own = file && pictureOf(file);
  const done = upload.state === 'done';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of cards is no table
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-busy={!done}
      aria-label={t('uploading.card', { name: upload.name })}
      tabIndex={tabStop ? 0 : -1}
      className={cards['file']}
      data-node={nodeId}
    >
      <div className={cards['words']}>
        <span className={cards['name']}>
          <EntryName name={upload.name} />
        </span>{' '}
        <span className={cards['facts']}>{factsOf(upload, queue)}</span>
      </div>
      <div className={cards['picture']}>
        <div className={classes['frame']}>
          {own === null || broken ? (
            <Icon size={32} stroke={1.5} aria-hidden />
          ) : (
            <img
              src={own}
              alt=""
              className={classes['own']}
              decoding="sync"
              draggable={false}
              onError={() => setBroken(true)}
            />
          )}
        </div>
        <div
          role="progressbar"
          aria-label={t('uploading.progress', { name: upload.name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={upload.percent}
          className={classes['line']}
          data-done={done || undefined}
        >
          <span style={{ width: `${upload.percent}%` }} />
        </div>
      </div>
      {!done && (
        <ActionIcon
          className={cards['menu'] ?? ''}
          size={28}
          variant="default"
          tabIndex={tabStop ? 0 : -1}
          aria-label={t('uploading.cancel', { name: upload.name })}
          onClick={() => uploads.cancel([uploadId])}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );

  function factsOf(one: Upload, { paces, uploads: all }: Queue): string {
    const size = formatSize(one.size, i18n.language);
    if (one.state === 'done') return size;
    if (one.state === 'reconnecting') return t('uploading.reconnecting');
    if (one.state !== 'sending') return t('uploading.waiting');
    const words = t('uploading.bytes', { sent: formatSize(one.sent, i18n.language), size });
    const beside = [...all.values()].filter(({ groupId, state }) => groupId === one.groupId && state === 'sending');
    const speed = bytesPerSecond(paces.get(one.groupId) ?? []);
    if (speed === null) return words;
    const seconds = Math.max(1, Math.ceil(((one.size - one.sent) * beside.length) / speed));
    return `${words}, ${t('uploading.left', { count: seconds })}`;
  }
}
