import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Entry, entryQuery } from '../queries';
import classes from './LargePicture.module.css';
import { lackWords } from './preview-reasons';
import { Thumbnail } from './Thumbnail';

interface Props {
  appId: number;
  entry: Entry;
  /** Present if the user may download it. */
  download?: (() => void) | undefined;
}

/**
 * A file's picture over the whole page; without one, the reason, which lists do not contain, and a way to view the file
 * all the same.
 */
export function LargePicture({ appId, entry, download }: Props) {
  const { t } = useTranslation('content');
  const { status } = entry.preview;
  const lacking = status === 'error' || status === 'unavailable';
  const empty = lacking && entry.size === 0;
  const { data } = useQuery({ ...entryQuery(appId, entry.node_id), enabled: lacking && !empty });
  const known = lacking ? lackWords(entry, data?.preview_reason ?? null, t) : null;
  const why = empty ? t('preview.empty') : known;
  return (
    <Thumbnail
      appId={appId}
      entry={entry}
      frame="window"
      iconSize={72}
      {...(why !== null && {
        why: (
          <>
            <span className={classes['why']}>{why}</span>
            {download !== undefined && (
              <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
                {t('actions.download')}
              </Button>
            )}
          </>
        ),
      })}
    />
  );
}
