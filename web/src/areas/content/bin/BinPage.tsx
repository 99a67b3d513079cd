import { Button } from '@mantine/core';
import { IconFile, IconFolder, IconRestore, IconTrashOff, IconTrashX } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatDay } from '../../../platform/i18n/moments';
import { later } from '../../../platform/routing/later';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { notify } from '../../../platform/ui/notify';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Breadcrumb } from '../browser/Breadcrumb';
import { EntryName } from '../browser/EntryName';
import { ListError } from '../browser/ListError';
import { ListSkeleton } from '../browser/ListSkeleton';
import { failureOf } from '../browser/use-entry-list';
import { type BinEntry, binQuery } from '../queries';
import classes from './BinPage.module.css';
import { emptyBin, purgeEntry, restoreEntry } from './bin-changes';

const ConfirmDialog = later(() => import('../../../platform/ui/ConfirmDialog'), 'ConfirmDialog');

const route = getRouteApi('/shell/content/$appId/bin');

/** Removed entries that can be restored, until their day of purging. */
export function BinPage() {
  const { t, i18n } = useTranslation('content');
  const { appId } = route.useParams();
  const client = useQueryClient();
  const [purging, setPurging] = useState<BinEntry | null>(null);
  const [emptying, setEmptying] = useState(false);
  const bin = useInfiniteQuery(binQuery(appId));
  const { data, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = bin;
  const failure = failureOf(bin);
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  const purgeable = entries.filter((entry) => entry.purgeable).length;
  // The server does not count a bin; for a long one only the number of shown entries is known.
  const purgeableWords = hasNextPage
    ? t('items.many', { limit: new Intl.NumberFormat(i18n.language).format(purgeable) })
    : t('items.count', { count: purgeable });
  const restore = async (entry: BinEntry) => {
    if (await restoreEntry(client, appId, entry)) notify.success(t('bin.restored', { name: entry.name }));
  };
  const purge = async (entry: BinEntry) => {
    if (await purgeEntry(client, appId, entry)) notify.info(t('bin.purging', { name: entry.name }));
  };
  const empty = async () => {
    if (await emptyBin(client, appId)) notify.info(t('bin.emptying'));
  };
  return (
    <>
      <Breadcrumb appId={appId} ancestors={[]} here={t('bin.title')} />
      <div className={classes['head']}>
        <PageHeader
          title={t('bin.title')}
          description={t('bin.description')}
          actions={
            purgeable > 0 && (
              <Button
                variant="default"
                leftSection={<IconTrashX size={16} aria-hidden />}
                onClick={() => setEmptying(true)}
              >
                {t('bin.emptyAll')}
              </Button>
            )
          }
        />
      </div>
      {isPending && failure === null && <ListSkeleton mode="list" />}
      {failure !== null && entries.length === 0 && (
        <ListError appId={appId} error={failure} retry={() => void refetch()} />
      )}
      {data && entries.length === 0 && !hasNextPage && (
        <EmptyState icon={IconTrashOff} title={t('bin.emptyTitle')} description={t('bin.empty')} />
      )}
      {entries.length > 0 && (
        <ul className={classes['list']} aria-label={t('bin.title')}>
          {entries.map((entry) => (
            <BinRow
              key={entry.node_id}
              entry={entry}
              restore={() => void restore(entry)}
              purge={() => setPurging(entry)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" mt={16} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('bin.more')}
        </Button>
      )}
      {purging && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={t('bin.purge')}
            text={t('bin.purgeQuestion', { name: purging.name })}
            detail={t('bin.purgeDetail')}
            action={t('bin.purge')}
            run={() => purge(purging)}
            close={() => setPurging(null)}
          />
        </Suspense>
      )}
      {emptying && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={t('bin.emptyAll')}
            text={t('bin.emptyQuestion', { items: purgeableWords })}
            detail={t('bin.emptyDetail')}
            action={t('bin.emptyAll')}
            run={empty}
            close={() => setEmptying(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface RowProps {
  entry: BinEntry;
  restore: () => void;
  purge: () => void;
}

function BinRow({ entry, restore, purge }: RowProps) {
  const { t, i18n } = useTranslation('content');
  const locale = i18n.language;
  const Icon = entry.node_type === 'file' ? IconFile : IconFolder;
  const facts = [
    entry.size !== null && formatSize(entry.size, locale),
    entry.parent_name !== null && t('bin.from', { folder: entry.parent_name }),
    entry.deleted_by === null
      ? t('bin.deleted', { day: formatDay(entry.deleted_at, locale) })
      : t('bin.deletedBy', { day: formatDay(entry.deleted_at, locale), name: entry.deleted_by }),
    t('bin.until', { day: formatDay(entry.purge_at, locale) }),
  ];
  return (
    <li className={classes['row']}>
      <Icon size={22} stroke={1.7} className={classes['icon']} aria-hidden />
      <div className={classes['words']}>
        <span className={classes['name']}>
          <EntryName name={entry.name} />
        </span>
        <span className={classes['facts']}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div className={classes['tools']}>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconRestore size={16} aria-hidden />}
          onClick={restore}
          aria-label={t('bin.restoreOne', { name: entry.name })}
        >
          {t('bin.restore')}
        </Button>
        {entry.purgeable && (
          <Button
            size="sm"
            variant="subtle"
            color="red"
            c="var(--v-error)"
            leftSection={<IconTrashX size={16} aria-hidden />}
            onClick={purge}
            aria-label={t('bin.purgeOne', { name: entry.name })}
          >
            {t('bin.purge')}
          </Button>
        )}
      </div>
    </li>
  );
}
