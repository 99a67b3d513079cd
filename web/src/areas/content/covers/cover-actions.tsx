import { IconLibraryPhoto } from '@tabler/icons-react';
import i18next from 'i18next';
import type { EntryAction } from '../../../platform/registry/actions';
import { later } from '../../../platform/routing/later';
import { hasPicture, isFile, isOpenToActions, mayWrite, onOne } from '../entry/action-fits';

const CoverDialog = later(() => import('./CoverDialog'), 'CoverDialog');

const changes = () => import('../entry/entry-changes');

export const coverActions: readonly EntryAction[] = [
  {
    key: 'choose_cover',
    order: 52,
    act: 'choose_cover',
    icon: IconLibraryPhoto,
    label: () => i18next.t('actions.chooseCover', { ns: 'content' }),
    shortcut: null,
    fits: onOne((entry) => !isFile(entry) && isOpenToActions(entry) && mayWrite(entry)),
    run: ([entry], { appId, open }) => {
      if (entry) open((close) => <CoverDialog appId={appId} folder={entry} close={close} />);
    },
  },
  {
    key: 'use_as_cover',
    order: 54,
    // The act belongs to the folder, and this is the menu of a file.
    act: null,
    icon: IconLibraryPhoto,
    label: () => i18next.t('actions.useAsCover', { ns: 'content' }),
    shortcut: null,
    fits: onOne((entry) => isFile(entry) && isOpenToActions(entry) && mayWrite(entry) && hasPicture(entry)),
    run: ([entry], { appId, client }) => {
      if (entry) void changes().then(({ showAsCover }) => showAsCover(client, appId, entry));
    },
  },
];
