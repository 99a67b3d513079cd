import { useTranslation } from 'react-i18next';
import type { useEntryList } from '../browser/use-entry-list';
import { useExtent } from '../browser/use-extent';
import { dayAgo } from '../home/ago';
import type { Order } from '../orders';
import classes from './FolderHeader.module.css';
import { lastChange } from './last-change';

interface Props {
  total: number;
  /** "312 entries". */
  items: string;
  list: Pick<ReturnType<typeof useEntryList>, 'entries' | 'more' | 'long'>;
  order: Order;
}

/** What the user sees in a folder: "3 folders, 309 files, changed today"; what is not known yet is left out. */
export function FolderCounts({ total, items, list: { entries, more, long }, order }: Props) {
  const { t, i18n } = useTranslation('content_actions');
  const { folders } = useExtent({ entries, more, list: long });
  const isKnown = !more || long !== null || entries.some(({ node_type }) => node_type === 'file');
  const counted = isKnown && folders > 0 && t('counts.folders', { count: folders });
  const changed = lastChange({ entries, more, begin: long?.begin ?? 0 }, order);
  const when = changed !== null && dayAgo(changed, Date.now() / 1000, i18n.language);
  return (
    <>
      {counted && folders < total && <span className={classes['more']}>{counted}, </span>}
      {counted ? (folders < total ? t('counts.files', { count: total - folders }) : counted) : items}
      {when && <span className={classes['more']}>, {t('counts.changed', { when })}</span>}
    </>
  );
}
