import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureWords, lackWords } from '../entry/preview-reasons';
import { useEntryType } from '../entry/use-entry-type';
import { type Entry, entryQuery } from '../queries';
import classes from './NoPicture.module.css';

interface Props {
  appId: number;
  entry: Entry;
  /** The browser could not show the original. */
  unplayable: boolean;
  /** Present if the user may download it. */
  download?: (() => void) | undefined;
}

/** A file that cannot be shown: the reason, which lists do not contain, and a way to open it all the same. */
export function NoPicture({ appId, entry, unplayable, download }: Props) {
  const { t, i18n } = useTranslation(['content', 'content_viewer']);
  const { status } = entry.preview;
  const empty = entry.size === 0;
  const { data } = useQuery({ ...entryQuery(appId, entry.node_id), enabled: !empty && !unplayable });
  const { icon: Icon } = useEntryType(entry);
  if (status === 'generating_preview' && !unplayable) {
    return (
      <div className={classes['lack']} role="status">
        <Loader size={28} color="gray" aria-hidden />
        {t('preview.generating')}
      </div>
    );
  }
  const known = unplayable ? t('content_viewer:unplayable') : lackWords(entry, data?.preview_reason ?? null, t);
  return (
    <div className={classes['lack']}>
      <Icon size={72} stroke={1.2} aria-hidden />
      <span>{empty ? t('preview.empty') : (known ?? failureWords(entry, t, i18n.language))}</span>
      {download !== undefined && (
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
          {t('actions.download')}
        </Button>
      )}
    </div>
  );
}
