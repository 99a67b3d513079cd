import {
  IconArrowUpRight,
  IconCopy,
  IconDownload,
  IconEye,
  IconFileUpload,
  IconFolderSearch,
  IconFolderSymlink,
  IconInfoCircle,
  IconPencil,
  IconRefresh,
  IconStar,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import i18next from 'i18next';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import type { EntryAction } from '../../../platform/registry/actions';
import { collectionOf } from '../collections/collected';
import { collectionActions } from '../collections/collection-actions';
import { coverActions } from '../covers/cover-actions';
import { pickFiles } from '../folder/pick-files';
import { iconActions } from '../icons/icon-actions';
import { mayCopy, mayMove } from '../move/may-move';
import type { Entry } from '../queries';
import { addressAction } from '../share/address-action';
import { FileViewer } from '../viewer/file-viewer-later';
import { asksFirst, hasPicture, isFile, isOpenToActions, mayWrite, onOne } from './action-fits';
import { lockActions } from './lock-actions';
import { mayBeTriedAgain } from './may-be-tried-again';

const changes = () => import('./entry-changes');
const stars = () => import('../favourites/star-all');
const downloads = () => import('./download');
const conversions = () => import('../download-as/download-as');
const naming = () => withActionTexts(import('./rename-actions'));
const removing = () => withActionTexts(import('./removal-actions'));
const moves = () => import('../move/move-actions');
const shares = () => import('../share/share-entries');
const requests = () => import('../share/ask-for-files');
const newVersions = () => import('../versions/new-version');

const mayMoveAll = (entries: readonly Entry[]) => entries.length > 0 && entries.every(mayMove);
// Of several, those that have to be asked for are named as not copied.
const mayCopyAll = (entries: readonly Entry[]) => entries.every(mayCopy) && entries.some((one) => !asksFirst([one]));

const listed: readonly EntryAction[] = [
  {
    key: 'open',
    order: 10,
    act: null,
    icon: IconArrowUpRight,
    label: () => i18next.t('actions.open', { ns: 'content' }),
    shortcut: 'Enter',
    opens: true,
    fits: onOne((entry) => !isFile(entry)),
    run: ([entry], { appId, navigate }) => {
      if (!entry) return;
      void navigate({ to: '/content/$appId/navigation/$parentId', params: { appId, parentId: entry.node_id } });
    },
  },
  {
    key: 'preview',
    order: 20,
    act: 'preview',
    icon: IconEye,
    label: () => i18next.t('actions.preview', { ns: 'content' }),
    shortcut: 'Space',
    opens: true,
    prefetch: FileViewer.prefetch,
    fits: onOne((entry) => isFile(entry) && isOpenToActions(entry)),
    run: ([entry], { screen }) => {
      if (entry) screen.view(entry.node_id);
    },
  },
  {
    key: 'show_in_folder',
    order: 22,
    act: null,
    icon: IconFolderSearch,
    label: () => i18next.t('actions.showInFolder', { ns: 'content' }),
    shortcut: null,
    // Only what was searched for has places, and what is in a collection: in a folder one is there already.
    fits: onOne((entry) => ('places' in entry || collectionOf(entry) !== null) && entry.parent_id !== null),
    run: ([entry], { appId, navigate }) => {
      if (!entry?.parent_id) return;
      void navigate({
        to: '/content/$appId/navigation/$parentId',
        params: { appId, parentId: entry.parent_id },
        search: { at: entry.node_id },
      });
    },
  },
  {
    key: 'retry_preview',
    order: 25,
    act: 'preview',
    icon: IconRefresh,
    label: () => i18next.t('actions.retryPreview', { ns: 'content' }),
    shortcut: null,
    fits: onOne((entry) => isFile(entry) && isOpenToActions(entry) && mayBeTriedAgain(entry)),
    run: ([entry], { appId, client }) => {
      if (entry) void changes().then(({ retryPreview }) => retryPreview(client, appId, entry));
    },
  },
  {
    key: 'download',
    order: 30,
    act: 'download',
    icon: IconDownload,
    label: () => i18next.t('actions.download', { ns: 'content' }),
    shortcut: 'D',
    swipe: 'right',
    prefetch: downloads,
    fits: (entries) => entries.length > 0 && entries.every(isOpenToActions) && !asksFirst(entries),
    run: (entries, { appId }) => void downloads().then(({ downloadEntries }) => downloadEntries(appId, entries)),
    runAll: (whole, { appId }) => void downloads().then(({ downloadAll }) => downloadAll(appId, whole)),
  },
  {
    key: 'download_as',
    order: 31,
    act: 'download',
    icon: IconDownload,
    label: () => i18next.t('actions.downloadAs', { ns: 'content' }),
    shortcut: null,
    fits: (entries) =>
      entries.length > 0 &&
      entries.every(isOpenToActions) &&
      !asksFirst(entries) &&
      entries.some((entry) => entry.node_type === 'folder' || (isFile(entry) && hasPicture(entry))),
    run: (entries, context) => void conversions().then(({ downloadAs }) => downloadAs(entries, context)),
    runAll: (whole, context) => void conversions().then(({ downloadAllAs }) => downloadAllAs(whole, context)),
  },
  {
    key: 'share',
    order: 32,
    // Links and access are given by the same role.
    act: 'grant_access',
    icon: IconUserPlus,
    label: () => i18next.t('actions.share', { ns: 'content' }),
    shortcut: 'L',
    prefetch: shares,
    fits: (entries) =>
      entries.length > 0 && entries.every((entry) => isOpenToActions(entry) && entry.role === 'manager'),
    run: (entries, context) => void shares().then(({ shareEntries }) => shareEntries(entries, context)),
  },
  addressAction,
  {
    key: 'ask_for_files',
    order: 33,
    act: 'ask_for_files',
    icon: IconFileUpload,
    label: () => i18next.t('actions.askForFiles', { ns: 'content' }),
    shortcut: null,
    prefetch: requests,
    fits: onOne((entry) => !isFile(entry) && isOpenToActions(entry) && mayWrite(entry)),
    run: ([entry], context) => {
      if (!entry) return;
      void requests().then(({ askForFiles }) => askForFiles({ nodeId: entry.node_id, name: entry.name }, context));
    },
  },
  {
    key: 'move',
    order: 35,
    act: 'move',
    icon: IconFolderSymlink,
    label: () => i18next.t('actions.move', { ns: 'content' }),
    shortcut: 'M',
    prefetch: moves,
    fits: mayMoveAll,
    run: (entries, context) => void moves().then(({ askWhere }) => askWhere(entries, context, 'move')),
    runAll: (_, context) => void moves().then(({ askWhere }) => askWhere([], context, 'move')),
  },
  {
    key: 'find_equal',
    order: 24,
    act: 'find_equal',
    icon: IconCopy,
    label: () => i18next.t('actions.findEqual', { ns: 'content' }),
    shortcut: null,
    fits: onOne((entry) => entry.node_type === 'repository' && entry.role === 'manager'),
    run: ([entry], { appId, navigate }) => {
      if (!entry) return;
      void navigate({ to: '/content/$appId/duplicates/$nodeId', params: { appId, nodeId: entry.node_id } });
    },
  },
  {
    key: 'cut',
    order: 36,
    act: 'move',
    icon: IconFolderSymlink,
    label: () => i18next.t('actions.cut', { ns: 'content' }),
    shortcut: 'Ctrl+X',
    keyOnly: true,
    fits: mayMoveAll,
    run: (entries, context) => void moves().then(({ keep }) => keep(entries, context, 'move')),
    runAll: (_, context) => void moves().then(({ keep }) => keep([], context, 'move')),
  },
  {
    key: 'copy',
    order: 37,
    act: 'copy',
    icon: IconCopy,
    label: () => i18next.t('actions.copy', { ns: 'content' }),
    shortcut: 'C',
    prefetch: moves,
    fits: mayCopyAll,
    run: (entries, context) => void moves().then(({ askWhere }) => askWhere(entries, context, 'copy')),
    runAll: (_, context) => void moves().then(({ askWhere }) => askWhere([], context, 'copy')),
  },
  {
    key: 'copy_keep',
    order: 38,
    act: 'copy',
    icon: IconCopy,
    label: () => i18next.t('actions.copyKeep', { ns: 'content' }),
    shortcut: 'Ctrl+C',
    keyOnly: true,
    // Selected text is copied as everywhere.
    fits: (entries) => mayCopyAll(entries) && (document.getSelection()?.isCollapsed ?? true),
    run: (entries, context) => void moves().then(({ keep }) => keep(entries, context, 'copy')),
    runAll: (_, context) => void moves().then(({ keep }) => keep([], context, 'copy')),
  },
  {
    key: 'replace_file',
    order: 39,
    act: 'replace_file',
    icon: IconFileUpload,
    label: () => i18next.t('actions.replaceFile', { ns: 'content' }),
    shortcut: null,
    fits: onOne((entry) => isFile(entry) && isOpenToActions(entry) && mayWrite(entry) && entry.parent_id !== null),
    run: ([entry], context) => {
      if (!entry) return;
      pickFiles('file', (chosen) => void newVersions().then((they) => they.startVersion(entry, chosen, context)));
    },
  },
  {
    key: 'information',
    order: 40,
    act: 'information',
    icon: IconInfoCircle,
    label: () => i18next.t('actions.information', { ns: 'content' }),
    shortcut: 'I',
    fits: (entries) => entries.length > 0 && entries.every(isOpenToActions),
    run: (_, { screen }) => screen.inform(),
    runAll: (_, { screen }) => screen.inform(),
  },
  {
    key: 'favourite',
    order: 45,
    act: null,
    icon: IconStar,
    label: () => i18next.t('actions.favourite', { ns: 'content' }),
    shortcut: 'F',
    prefetch: changes,
    fits: (entries) => entries.length > 0 && entries.every(isOpenToActions),
    run: (entries, { appId, client }) => void changes().then(({ starSeveral }) => starSeveral(client, appId, entries)),
    runAll: (whole, { appId, client }) => void stars().then(({ starAll }) => starAll(client, appId, whole)),
  },
  {
    key: 'rename',
    order: 50,
    act: 'rename',
    icon: IconPencil,
    label: () => i18next.t('actions.rename', { ns: 'content' }),
    shortcut: 'F2',
    prefetch: naming,
    fits: mayMoveAll,
    run: (entries, context) => void naming().then(({ askNames }) => askNames(entries, context)),
  },
  ...lockActions,
  {
    key: 'remove',
    order: 70,
    act: 'remove',
    icon: IconTrash,
    label: () => i18next.t('actions.remove', { ns: 'content' }),
    shortcut: 'Delete',
    danger: true,
    swipe: 'left',
    prefetch: removing,
    // In a collection, Delete takes entries out of it alone.
    fits: (entries) =>
      entries.length > 0 &&
      entries.every((entry) => entry.node_type !== 'repository' && mayWrite(entry) && collectionOf(entry) === null),
    run: (entries, context) => void removing().then(({ removeOrAsk }) => removeOrAsk(entries, context)),
    runAll: (whole, context, loaded) =>
      void removing().then(({ removeAllOrAsk }) => removeAllOrAsk(whole, context, loaded)),
  },
  ...collectionActions,
  ...coverActions,
  ...iconActions,
];

/** In the order of menus. */
export const entryActions: readonly EntryAction[] = listed.toSorted((one, other) => one.order - other.order);
