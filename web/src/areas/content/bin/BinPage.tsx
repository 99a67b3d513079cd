import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTrashOff, IconTrashX, IconZoomQuestion } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { notify } from '../../../platform/ui/notify';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Breadcrumb } from '../browser/Breadcrumb';
import { ListError } from '../browser/ListError';
import { ListSkeleton } from '../browser/ListSkeleton';
import { useShortcuts } from '../browser/shortcuts';
import { failureOf } from '../browser/use-entry-list';
import { type BinEntry, binKey, binQuery } from '../queries';
import { BinBar } from './BinBar';
import { BinFilter } from './BinFilter';
import classes from './BinPage.module.css';
import { BinRow } from './BinRow';
import { emptyBin, purgeEntry, purgeSelection, restoreEntry, restoreSelection } from './bin-changes';
import { useBinSelection } from './use-bin-selection';

const ConfirmDialog = later(() => import('../../../platform/ui/ConfirmDialog'), 'ConfirmDialog');

const TYPING_PAUSE_MS = 250;

const route = getRouteApi('/shell/content/$appId/bin');

/** Removed entries that can be restored, until their day of purging. */
export function BinPage() {
  const { t, i18n } = useTranslation(['content_actions', 'content']);
  const { appId } = route.useParams();
  const client = useQueryClient();
  const [purging, setPurging] = useState<BinEntry | null>(null);
  const [emptying, setEmptying] = useState(false);
  const [purgingMany, setPurgingMany] = useState(false);
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const term = settled.trim();
  const [mine, setMine] = useState(false);
  const bin = useInfiniteQuery(binQuery(appId, term, mine));
  const { data, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = bin;
  const failure = failureOf(bin);
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  const selection = useBinSelection({ appId, entries, more: hasNextPage, term, mine });
  // What is typed narrows the list after a pause, and until the answer is there the former one is shown.
  const isNarrowed = mine || typed.trim() !== '' || term !== '' || bin.isPlaceholderData;
  const purgeable = entries.filter((entry) => entry.purgeable).length;
  // The server does not count a bin; for a long one only the number of shown entries is known.
  const purgeableWords = hasNextPage
    ? t('content:items.many', { limit: new Intl.NumberFormat(i18n.language).format(purgeable) })
    : t('content:items.count', { count: purgeable });
  const restore = async (entry: BinEntry) => {
    if (await restoreEntry(client, appId, entry)) notify.success(t('bin.restored', { name: entry.name }));
  };
  const purge = async (entry: BinEntry) => {
    const action = await purgeEntry(client, appId, entry);
    if (action !== null) notify.info(t('bin.purging', { name: entry.name }), { actions: [action] });
  };
  useShortcuts((shortcut) => {
    if (shortcut === 'Escape') selection.clear();
    else if (shortcut === 'Ctrl+A' && entries.length > 0) selection.selectAll();
    else return false;
    return true;
  });
  const begun = (told: string, actions: readonly string[]) => {
    selection.clear();
    notify.info(told, { actions });
    void client.invalidateQueries({ queryKey: binKey(appId) });
  };
  const restoreMany = async () => {
    const going = await restoreSelection(appId, selection.bodies);
    if (going !== null) begun(t('bin.restoring', { count: going.count }), going.actions);
  };
  const purgeMany = async () => {
    const going = await purgeSelection(appId, selection.bodies);
    if (going !== null) begun(t('bin.purgingMany', { count: going.count }), going.actions);
  };
  const empty = async () => {
    const action = await emptyBin(client, appId);
    if (action !== null) notify.info(t('bin.emptying'), { actions: [action] });
  };
  return (
    <>
      <Breadcrumb appId={appId} ancestors={[]} here={t('content:bin.title')} />
      <div className={classes['head']}>
        <PageHeader
          title={t('content:bin.title')}
          description={t('bin.description')}
          actions={
            purgeable > 0 &&
            // It empties all of the bin, and not a part of it.
            !isNarrowed && (
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
      {(entries.length > 0 || typed !== '' || mine) && (
        <BinFilter
          {...{ typed, mine }}
          type={(next) => {
            setTyped(next);
            selection.clear();
          }}
          chooseMine={(next) => {
            setMine(next);
            selection.clear();
          }}
        />
      )}
      {isPending && failure === null && <ListSkeleton mode="list" />}
      {failure !== null && entries.length === 0 && (
        <ListError appId={appId} error={failure} retry={() => void refetch()} />
      )}
      {data && entries.length === 0 && !hasNextPage && term !== '' && (
        <EmptyState icon={IconZoomQuestion} title={t('bin.noneTitle', { term })} />
      )}
      {data && entries.length === 0 && !hasNextPage && term === '' && (
        <EmptyState
          icon={IconTrashOff}
          title={t(mine ? 'bin.mineNone' : 'bin.emptyTitle')}
          description={t('bin.empty')}
        />
      )}
      {entries.length > 0 && (
        <ul className={classes['list']} aria-label={t('content:bin.title')}>
          {entries.map((entry) => (
            <BinRow
              key={entry.node_id}
              appId={appId}
              entry={entry}
              selected={selection.has(entry.node_id)}
              toggle={(shift) => selection.toggle(entry.node_id, shift)}
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
      {!selection.isEmpty && (
        <BinBar selection={selection} restore={() => void restoreMany()} purge={() => setPurgingMany(true)} />
      )}
      {purgingMany && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={t('bin.purge')}
            text={t('bin.purgeManyQuestion', { count: selection.purgeable })}
            detail={t('bin.purgeDetail')}
            action={t('bin.purge')}
            run={purgeMany}
            close={() => setPurgingMany(false)}
          />
        </Suspense>
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
