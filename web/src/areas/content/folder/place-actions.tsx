import {
  IconCamera,
  IconChecks,
  IconFileUpload,
  IconFolderPlus,
  IconFolderSymlink,
  IconFolderUp,
  IconKeyboard,
  IconLayoutGrid,
  IconSearch,
} from '@tabler/icons-react';
import i18next from 'i18next';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import type { ActionContext, PlaceAction } from '../../../platform/registry/actions';
import { later } from '../../../platform/routing/later';
import { hasKept } from '../move/cut-entries';
import { pickFiles } from './pick-files';

const FolderDialog = later(() => withActionTexts(import('./FolderDialog')), 'FolderDialog');
const ShortcutHelp = later(() => import('../browser/ShortcutHelp'), 'ShortcutHelp');

const requests = () => import('../share/ask-for-files');

const inWritable = (mayWrite: boolean) => mayWrite;
const everywhere = () => true;

/** Asks for files, a folder or a photo, and uploads them into the open folder. */
function upload(kind: 'files' | 'folder' | 'camera', { appId, folder, startUpload }: ActionContext): void {
  if (folder !== null) pickFiles(kind, (chosen) => startUpload({ appId, ...folder }, chosen));
}

export const placeActions: readonly PlaceAction[] = [
  {
    key: 'create_folder',
    order: 10,
    menu: 'new',
    icon: IconFolderPlus,
    label: () => i18next.t('actions.createFolder', { ns: 'content' }),
    shortcut: 'N',
    prefetch: FolderDialog.prefetch,
    fits: inWritable,
    run: ({ appId, folder, open }) => {
      if (folder === null) return;
      open((close) => <FolderDialog appId={appId} parentId={folder.nodeId} close={close} />);
    },
  },
  {
    key: 'upload_files',
    order: 20,
    menu: 'upload',
    icon: IconFileUpload,
    label: () => i18next.t('actions.uploadFiles', { ns: 'content' }),
    shortcut: 'U',
    fits: inWritable,
    run: (context) => upload('files', context),
  },
  {
    key: 'upload_folder',
    order: 30,
    menu: 'upload',
    icon: IconFolderUp,
    label: () => i18next.t('actions.uploadFolder', { ns: 'content' }),
    shortcut: null,
    fits: inWritable,
    run: (context) => upload('folder', context),
  },
  {
    key: 'take_photo',
    order: 35,
    menu: 'upload',
    icon: IconCamera,
    label: () => i18next.t('actions.takePhoto', { ns: 'content' }),
    shortcut: null,
    // What is no phone or tablet opens its file dialog again.
    fits: (mayWrite) => mayWrite && window.matchMedia('(pointer: coarse)').matches,
    run: (context) => upload('camera', context),
  },
  {
    key: 'ask_for_files',
    order: 36,
    menu: 'upload',
    icon: IconFileUpload,
    label: () => i18next.t('actions.askForFiles', { ns: 'content' }),
    shortcut: null,
    prefetch: requests,
    fits: inWritable,
    run: (context) => {
      const { folder } = context;
      if (folder !== null) void requests().then(({ askForFiles }) => askForFiles(folder, context));
    },
  },
  {
    key: 'paste',
    order: 38,
    icon: IconFolderSymlink,
    label: () => i18next.t('actions.paste', { ns: 'content' }),
    shortcut: 'Ctrl+V',
    fits: (mayWrite) => mayWrite && hasKept(),
    run: (context) => void import('../move/move-actions').then(({ paste }) => paste(context)),
  },
  {
    key: 'select_all',
    order: 40,
    icon: IconChecks,
    label: () => i18next.t('actions.selectAll', { ns: 'content' }),
    shortcut: 'Ctrl+A',
    fits: everywhere,
    run: ({ screen }) => screen.selectAll(),
  },
  {
    key: 'view',
    order: 50,
    icon: IconLayoutGrid,
    label: () => i18next.t('actions.view', { ns: 'content' }),
    shortcut: 'V',
    fits: everywhere,
    run: ({ screen }) => screen.switchView(),
  },
  {
    key: 'search',
    order: 60,
    icon: IconSearch,
    label: () => i18next.t('actions.search', { ns: 'content' }),
    shortcut: '/',
    fits: everywhere,
    run: ({ screen }) => screen.search(),
  },
  {
    key: 'help',
    order: 70,
    icon: IconKeyboard,
    label: () => i18next.t('actions.help', { ns: 'content' }),
    shortcut: '?',
    fits: everywhere,
    run: ({ open }) => open((close) => <ShortcutHelp close={close} />),
  },
];
