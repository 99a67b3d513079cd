import {
  IconArrowUpRight,
  IconDownload,
  IconEye,
  IconFileUpload,
  IconFolderPlus,
  IconFolderUp,
  IconInfoCircle,
  IconKeyboard,
  IconLayoutGrid,
  IconPencil,
  IconSearch,
  IconSelectAll,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Entry } from '../queries';

/** The functions that a screen gives to actions; each screen gives its own. */
export interface Handlers {
  open: (entry: Entry) => void;
  preview: (entry: Entry) => void;
  download: (entries: readonly Entry[]) => void;
  inform: (entry: Entry) => void;
  rename: (entry: Entry) => void;
  giveAccess: (entry: Entry) => void;
  remove: (entries: readonly Entry[]) => void;
  createFolder: () => void;
  uploadFiles: () => void;
  uploadFolder: () => void;
  switchView: () => void;
  selectAll: () => void;
  search: () => void;
  help: () => void;
}

interface Action {
  key: string;
  icon: typeof IconEye;
  label: (t: TFunction<'content'>) => string;
  /** In the form of `shortcutOf`. */
  shortcut: string | null;
  danger?: boolean;
}

export interface NodeAction extends Action {
  /** The server's name in actions/node; null for actions that need no right beyond seeing the entry. */
  serverKey: string | null;
  visible: (entries: readonly Entry[]) => boolean;
  run: (entries: readonly Entry[], handlers: Handlers) => void;
}

export interface PlaceAction extends Action {
  visible: (mayWrite: boolean) => boolean;
  run: (handlers: Handlers) => void;
}

const one = (entries: readonly Entry[]): Entry | null => (entries.length === 1 ? (entries[0] ?? null) : null);
const isFile = (entry: Entry) => entry.node_type === 'file';
const mayWrite = (entry: Entry) => entry.role === 'writer' || entry.role === 'manager';
/** Spec 2 §4: on a locked node only remove is offered. */
const isOpenToActions = (entry: Entry) => entry.role !== null && !entry.locked;

/** The one registry for the card menu, the selection bar, the palette and the keyboard. */
export const NODE_ACTIONS: readonly NodeAction[] = [
  {
    key: 'open',
    serverKey: null,
    icon: IconArrowUpRight,
    label: (t) => t('actions.open'),
    shortcut: 'Enter',
    visible: (entries) => {
      const entry = one(entries);
      return entry !== null && !isFile(entry);
    },
    run: (entries, handlers) => onOne(entries, handlers.open),
  },
  {
    key: 'preview',
    serverKey: 'preview',
    icon: IconEye,
    label: (t) => t('actions.preview'),
    shortcut: 'Space',
    visible: (entries) => {
      const entry = one(entries);
      return entry !== null && isFile(entry) && isOpenToActions(entry);
    },
    run: (entries, handlers) => onOne(entries, handlers.preview),
  },
  {
    key: 'download',
    serverKey: 'download',
    icon: IconDownload,
    label: (t) => t('actions.download'),
    shortcut: 'D',
    visible: (entries) => entries.length > 0 && entries.every((entry) => isFile(entry) && isOpenToActions(entry)),
    run: (entries, handlers) => handlers.download(entries),
  },
  {
    key: 'information',
    serverKey: 'information',
    icon: IconInfoCircle,
    label: (t) => t('actions.information'),
    shortcut: 'I',
    visible: (entries) => {
      const entry = one(entries);
      return entry !== null && isOpenToActions(entry);
    },
    run: (entries, handlers) => onOne(entries, handlers.inform),
  },
  {
    key: 'rename',
    serverKey: 'rename',
    icon: IconPencil,
    label: (t) => t('actions.rename'),
    shortcut: 'F2',
    visible: (entries) => {
      const entry = one(entries);
      return entry !== null && entry.node_type !== 'repository' && isOpenToActions(entry) && mayWrite(entry);
    },
    run: (entries, handlers) => onOne(entries, handlers.rename),
  },
  {
    key: 'grant_access',
    serverKey: 'grant_access',
    icon: IconUserPlus,
    label: (t) => t('actions.giveAccess'),
    shortcut: null,
    visible: (entries) => {
      const entry = one(entries);
      return entry !== null && isOpenToActions(entry) && entry.role === 'manager';
    },
    run: (entries, handlers) => onOne(entries, handlers.giveAccess),
  },
  {
    key: 'remove',
    serverKey: 'remove',
    icon: IconTrash,
    label: (t) => t('actions.remove'),
    shortcut: 'Delete',
    danger: true,
    visible: (entries) =>
      entries.length > 0 && entries.every((entry) => entry.node_type !== 'repository' && mayWrite(entry)),
    run: (entries, handlers) => handlers.remove(entries),
  },
];

export const PLACE_ACTIONS: readonly PlaceAction[] = [
  {
    key: 'create_folder',
    icon: IconFolderPlus,
    label: (t) => t('actions.createFolder'),
    shortcut: 'N',
    visible: (writable) => writable,
    run: (handlers) => handlers.createFolder(),
  },
  {
    key: 'upload_files',
    icon: IconFileUpload,
    label: (t) => t('actions.uploadFiles'),
    shortcut: 'U',
    visible: (writable) => writable,
    run: (handlers) => handlers.uploadFiles(),
  },
  {
    key: 'upload_folder',
    icon: IconFolderUp,
    label: (t) => t('actions.uploadFolder'),
    shortcut: null,
    visible: (writable) => writable,
    run: (handlers) => handlers.uploadFolder(),
  },
  {
    key: 'select_all',
    icon: IconSelectAll,
    label: (t) => t('actions.selectAll'),
    shortcut: 'Ctrl+A',
    visible: () => true,
    run: (handlers) => handlers.selectAll(),
  },
  {
    key: 'view',
    icon: IconLayoutGrid,
    label: (t) => t('actions.view'),
    shortcut: 'V',
    visible: () => true,
    run: (handlers) => handlers.switchView(),
  },
  {
    key: 'search',
    icon: IconSearch,
    label: (t) => t('actions.search'),
    shortcut: '/',
    visible: () => true,
    run: (handlers) => handlers.search(),
  },
  {
    key: 'help',
    icon: IconKeyboard,
    label: (t) => t('actions.help'),
    shortcut: '?',
    visible: () => true,
    run: (handlers) => handlers.help(),
  },
];

/**
 * The actions to offer for these entries; `allowed` is the server's list for a single one, null while it is unknown.
 */
export function offered(entries: readonly Entry[], allowed: ReadonlySet<string> | null): NodeAction[] {
  return NODE_ACTIONS.filter((action) => {
    if (!action.visible(entries)) return false;
    return allowed === null || action.serverKey === null || allowed.has(action.serverKey);
  });
}

function onOne(entries: readonly Entry[], act: (entry: Entry) => void): void {
  const entry = one(entries);
  if (entry) act(entry);
}
