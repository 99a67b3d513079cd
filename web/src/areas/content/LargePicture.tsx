import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Entry, entryQuery } from './queries';
import { Thumbnail } from './Thumbnail';

interface Props {
  appId: number;
  entry: Entry;
}

/** A file's picture over the whole page; where there is none, why not, which lists do not tell. */
export function LargePicture({ appId, entry }: Props) {
  const { t } = useTranslation('content');
  const { status } = entry.preview;
  const lacking = status === 'error' || status === 'unavailable';
  const { data } = useQuery({ ...entryQuery(appId, entry.node_id), enabled: lacking });
  const reason = lacking ? data?.preview_reason : null;
  return (
    <Thumbnail
      appId={appId}
      entry={entry}
      size={1280}
      fit="contain"
      iconSize={72}
      {...(reason && { why: t(`preview.why.${reason}`) })}
    />
  );
}
