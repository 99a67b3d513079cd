import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import { live } from '../../../platform/live/live';
import { later } from '../../../platform/routing/later';
import { useUsed } from '../../../platform/routing/use-used';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import { usePageTitle } from '../../../platform/ui/use-page-title';
import { useUploads } from '../../../platform/uploads/uploads-context';
import { useOfferPlace } from '../add/open-place';
import { EntryBrowser } from '../browser/EntryBrowser';
import { FullHeight } from '../browser/FullHeight';
import { ListError } from '../browser/ListError';
import { ListSkeleton } from '../browser/ListSkeleton';
import { useActionContext } from '../browser/use-action-context';
import { useEntryList } from '../browser/use-entry-list';
import { useViewMode } from '../browser/view-mode';
import { useVisit } from '../home/note-visit';
import { isClosed } from '../move/may-move';
import { ancestorsQuery, entryQuery, nodeActionsQuery } from '../queries';
import type { LastViewed } from '../viewer/use-shown';
import { FolderChips } from './FolderChips';
import { FolderHeader, useStuck } from './FolderHeader';
import classes from './FolderPage.module.css';
import { FolderTools, OrderButton } from './FolderTools';
import { usePaletteHandlers } from './palette-handlers';
import { type DropPlace, useFileDrop } from './use-file-drop';
import { useFolderTotal } from './use-folder-total';
import { useNarrowed } from './use-narrowed';
import { useOrder } from './use-order';
import { useUploadEntries } from './use-upload-entries';

const EmptyFolder = later(() => import('./EmptyFolder'), 'EmptyFolder');
const DropOverlay = later(() => import('./DropOverlay'), 'DropOverlay');
const GoToEntry = later(() => import('./GoToEntry'), 'GoToEntry');
const ReceivedNote = later(() => withActionTexts(import('../received/ReceivedNote')), 'ReceivedNote');
const DetailPanel = later(() => import('../entry/DetailPanel'), 'DetailPanel');

const route = getRouteApi('/shell/content/$appId/navigation/$parentId');

/** A folder or a repository: its entries, and all actions on them. */
export function FolderPage() {
  const { appId, parentId } = route.useParams();
  // Another folder begins anew: selection, panel, scroll position.
  return <Folder key={`${appId}/${parentId}`} appId={appId} folderId={parentId} />;
}

function Folder({ appId, folderId }: { appId: number; folderId: number }) {
  const { t } = useTranslation('content');
  const [mode, setMode] = useViewMode();
  const { at } = route.useSearch();
  const narrowed = useNarrowed();
  const [order, reorder] = useOrder(folderId);
  const stuck = useStuck();
  const navigate = useNavigate();
  const [panelOpen, setPanelOpen] = useState(false);
  const [found, setFound] = useState<LastViewed | null>(null);
  const { startUpload } = useUploads();
  const folder = useQuery(entryQuery(appId, folderId)).data;
  // Further data are only loaded if the folder is visible to the user.
  const known = { enabled: folder !== undefined };
  const ancestors = useQuery({ ...ancestorsQuery(appId, folderId), ...known }).data?.items ?? [];
  const allowed = useQuery({ ...nodeActionsQuery(appId, folderId), ...known }).data?.items.map(
    (item) => item.action_key,
  );
  const list = useEntryList(appId, folderId, order, narrowed.filter);
  const { entries } = list;
  const withUploads = useUploadEntries(entries, { folderId, order, more: list.more });
  // Nobody knows yet whether an upload is of what the list is narrowed to.
  const listed = mode === 'grid' && narrowed.filter === null ? withUploads : entries;
  const small = useIsPhone();
  const used = useUsed();
  useEffect(() => live.join(folderId), [folderId]);
  useVisit(appId, folder && folder.node_type !== 'file' ? folderId : undefined);

  const name = folder?.name ?? '';
  usePageTitle(name);
  const writable = allowed?.includes('upload') ?? (folder?.role === 'writer' || folder?.role === 'manager');
  const { context, dialog, lastViewed } = useActionContext({
    appId,
    list: { ...list, holds: (entry) => entry.parent_id === folderId },
    folder: { nodeId: folderId, name },
    screen: { inform: () => setPanelOpen(true), switchView: () => setMode(mode === 'grid' ? 'list' : 'grid') },
  });
  usePaletteHandlers(context, writable);
  useOfferPlace(context, writable);

  const placeAt = (target: EventTarget | null): DropPlace | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-node]') : null;
    const over = cell && entries.find((entry) => entry.node_id === Number(cell.dataset['node']));
    if (over && over.node_type === 'folder' && !isClosed(over) && (over.role === 'writer' || over.role === 'manager')) {
      return { nodeId: over.node_id, name: over.name };
    }
    return writable ? { nodeId: folderId, name } : null;
  };
  const drop = useFileDrop(placeAt, (place, chosen) =>
    startUpload({ appId, nodeId: place.nodeId, name: place.name }, chosen),
  );

  const total = useFolderTotal(folder, list, order);
  // An invisible folder has no name, no path and no tools.
  const unseen = list.error !== null && entries.length === 0 && folder === undefined;
  const header = unseen ? null : (
    <FolderHeader
      appId={appId}
      ancestors={ancestors}
      name={name}
      total={total}
      tools={
        <FolderTools
          appId={appId}
          mode={mode}
          setMode={setMode}
          order={order}
          reorder={reorder}
          writable={writable}
          panelOpen={panelOpen}
          togglePanel={() => setPanelOpen(!panelOpen)}
          context={context}
        />
      }
      chips={
        <>
          <div>{folder && <FolderChips {...{ appId, folderId, narrowed }} total={list.total} />}</div>
          {!small && <OrderButton order={order} reorder={reorder} />}
        </>
      }
    />
  );
  const instead =
    list.error !== null && entries.length === 0 ? (
      <ListError appId={appId} error={list.error} retry={list.retry} headingLevel={unseen ? 1 : 2} />
    ) : list.pending ? (
      <ListSkeleton mode={mode} />
    ) : listed.length === 0 && !list.jumping ? (
      <Suspense fallback={null}>
        <EmptyFolder writable={writable} context={context} narrowed={narrowed} />
      </Suspense>
    ) : null;
  // Pasting a file's address here opens the file.
  if (folder?.node_type === 'file') {
    return <Navigate to="/content/$appId/actions/entry/info/$nodeId" params={{ appId, nodeId: folderId }} replace />;
  }
  return (
    <FullHeight>
      <EntryBrowser
        appId={appId}
        label={name}
        entries={listed}
        more={list.more}
        loadMore={list.loadMore}
        list={list.long}
        filter={narrowed.filter}
        mode={mode}
        order={order}
        reorder={reorder}
        writable={writable}
        context={context}
        header={header}
        stuck={stuck}
        instead={instead}
        lastViewed={lastViewed ?? found}
        dropTarget={drop && drop.nodeId !== folderId ? drop.nodeId : null}
        overlay={
          <>
            {drop && (
              <Suspense fallback={null}>
                <DropOverlay folder={drop.name} onCard={drop.nodeId !== folderId} />
              </Suspense>
            )}
            {used && writable && folder && (
              <Suspense fallback={null}>
                <ReceivedNote appId={appId} folder={{ nodeId: folderId, name }} />
              </Suspense>
            )}
            {list.outdated && (
              <Button
                className={classes['renew'] ?? ''}
                radius="xl"
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={list.renew}
              >
                {t('grid.renew')}
              </Button>
            )}
          </>
        }
        aside={(selected, context) =>
          panelOpen && (
            <Suspense fallback={null}>
              <DetailPanel
                appId={appId}
                entries={selected.length > 0 ? selected : folder ? [folder] : []}
                context={context}
                close={() => setPanelOpen(false)}
              />
            </Suspense>
          )
        }
      />
      {at !== undefined && (
        <Suspense fallback={null}>
          <GoToEntry
            {...{ appId, folderId, order, at, list }}
            arrived={(here) => {
              if (here) setFound({ nodeId: at, select: true });
              void navigate({
                to: '.',
                search: (now) => ({ ...now, at: undefined }),
                replace: true,
                resetScroll: false,
              });
            }}
          />
        </Suspense>
      )}
      {dialog}
    </FullHeight>
  );
}
