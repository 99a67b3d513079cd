import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '../../../platform/routing/page';
import { ConfirmDialog, fetchConfirmDialog } from '../../../platform/ui/confirm-dialog-later';
import { notify } from '../../../platform/ui/notify';
import type { Entry } from '../queries';
import { createFolder, downloadEntries, removeEntries, renameEntry } from './entry-changes';
import type { Handlers } from './node-actions';

const NameDialog = lazy(() =>
  loadChunk(() => import('./NameDialog')).then((module) => ({ default: module.NameDialog })),
);
const AccessDialog = lazy(() =>
  loadChunk(() => import('../access/AccessDialog')).then((module) => ({ default: module.AccessDialog })),
);
const ShortcutHelp = lazy(() =>
  loadChunk(() => import('../browser/ShortcutHelp')).then((module) => ({ default: module.ShortcutHelp })),
);
const Lightbox = lazy(() => loadChunk(() => import('./Lightbox')).then((module) => ({ default: module.Lightbox })));

const SOON_MS = 1000;

/** Preloads dialogs that a key press may open, so that a dialog opens before the next letter is typed. */
function usePrefetchedDialogs(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void Promise.allSettled([import('./NameDialog'), fetchConfirmDialog(), import('./Lightbox')]);
    }, SOON_MS);
    return () => clearTimeout(timer);
  }, []);
}

type Dialog =
  | { kind: 'preview'; nodeId: number }
  | { kind: 'rename'; entry: Entry }
  | { kind: 'remove'; entries: readonly Entry[] }
  | { kind: 'access'; entry: Entry }
  | { kind: 'folder' }
  | { kind: 'help' };

interface Props {
  appId: number;
  entries: readonly Entry[];
  loadMore: () => void;
  /** The folder for new folders; null if none can be made. */
  folderId: number | null;
  inform: () => void;
}

type EntryHandlers = Pick<
  Handlers,
  'open' | 'preview' | 'download' | 'inform' | 'rename' | 'giveAccess' | 'remove' | 'createFolder' | 'help' | 'search'
>;

/** The file that the preview showed last; a new object each time it closes. */
export interface LastViewed {
  nodeId: number;
}

/** The actions on entries from any list, with their dialogs. */
export function useEntryDialogs(props: Props): {
  handlers: EntryHandlers;
  dialogs: ReactNode;
  lastViewed: LastViewed | null;
} {
  const { appId, entries, loadMore, folderId, inform } = props;
  const { t } = useTranslation('content');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [lastViewed, setLastViewed] = useState<LastViewed | null>(null);
  const close = useCallback(() => setDialog(null), []);
  usePrefetchedDialogs();
  const files = useMemo(
    () => entries.filter((entry) => entry.node_type === 'file' && entry.role !== null && !entry.locked),
    [entries],
  );

  const preview = (entry: Entry) => setDialog({ kind: 'preview', nodeId: entry.node_id });
  const download = (chosen: readonly Entry[]) => void downloadEntries(appId, chosen);
  const handlers: EntryHandlers = {
    open: (entry) => {
      if (entry.node_type !== 'file') {
        void navigate({ to: '/content/$appId/navigation/$parentId', params: { appId, parentId: entry.node_id } });
      } else if (entry.role !== null && !entry.locked) preview(entry);
    },
    preview,
    download,
    inform,
    rename: (entry) => setDialog({ kind: 'rename', entry }),
    giveAccess: (entry) => setDialog({ kind: 'access', entry }),
    remove: (chosen) => setDialog({ kind: 'remove', entries: chosen }),
    createFolder: () => setDialog({ kind: 'folder' }),
    help: () => setDialog({ kind: 'help' }),
    search: () => void navigate({ to: '/content/$appId/search', params: { appId } }),
  };
  const remove = async (chosen: readonly Entry[]) => {
    const removed = await removeEntries(client, appId, chosen);
    if (removed > 0) notify.success(t('remove.done', { count: removed }));
  };

  const dialogs = dialog && (
    <Suspense fallback={null}>
      {dialog.kind === 'preview' && (
        <Lightbox
          appId={appId}
          files={files}
          nodeId={dialog.nodeId}
          show={(nodeId) => setDialog({ kind: 'preview', nodeId })}
          loadMore={loadMore}
          download={download}
          inform={(entry) => {
            close();
            void navigate({
              to: '/content/$appId/actions/entry/info/$nodeId',
              params: { appId, nodeId: entry.node_id },
            });
          }}
          close={() => {
            setLastViewed({ nodeId: dialog.nodeId });
            close();
          }}
        />
      )}
      {dialog.kind === 'rename' && (
        <NameDialog
          title={t('rename.title', { name: dialog.entry.name })}
          action={t('rename.action')}
          name={dialog.entry.name}
          save={(name) => renameEntry(client, appId, dialog.entry, name)}
          close={close}
        />
      )}
      {dialog.kind === 'access' && <AccessDialog appId={appId} node={dialog.entry} close={close} />}
      {dialog.kind === 'folder' && folderId !== null && (
        <NameDialog
          title={t('actions.createFolder')}
          action={t('create')}
          name=""
          save={async (name) => void (await createFolder(client, appId, folderId, name))}
          close={close}
        />
      )}
      {dialog.kind === 'remove' && (
        <ConfirmDialog
          title={t('remove.title')}
          text={
            dialog.entries.length === 1 && dialog.entries[0]
              ? t('remove.one', { name: dialog.entries[0].name })
              : t('remove.many', { count: dialog.entries.length })
          }
          detail={t('remove.detail')}
          action={t('actions.remove')}
          undoable
          run={() => remove(dialog.entries)}
          close={close}
        />
      )}
      {dialog.kind === 'help' && <ShortcutHelp close={close} />}
    </Suspense>
  );
  return { handlers, dialogs, lastViewed };
}
