import { IconLibraryMinus, IconLibraryPlus } from '@tabler/icons-react';
import i18next from 'i18next';
import type { EntryAction } from '../../../platform/registry/actions';
import { isOpenToActions } from '../entry/action-fits';
import { collectionOf } from './collected';

const collections = () => import('./add-to-collection');

export const collectionActions: readonly EntryAction[] = [
  {
    key: 'add_to_collection',
    order: 46,
    // Who sees an entry may add it, as with a star.
    act: null,
    icon: IconLibraryPlus,
    label: () => i18next.t('actions.addToCollection', { ns: 'content' }),
    shortcut: null,
    fits: (entries) =>
      entries.length > 0 && entries.every((entry) => isOpenToActions(entry) && entry.node_type !== 'repository'),
    run: (entries, context) => void collections().then(({ addToCollection }) => addToCollection(entries, context)),
    runAll: (whole, context) => void collections().then(({ addAllToCollection }) => addAllToCollection(whole, context)),
  },
  {
    key: 'remove_from_collection',
    order: 47,
    act: null,
    icon: IconLibraryMinus,
    label: () => i18next.t('actions.removeFromCollection', { ns: 'content' }),
    shortcut: 'Delete',
    fits: (entries) => entries.length > 0 && entries.every((entry) => collectionOf(entry)?.mayEdit ?? false),
    run: (entries, context) =>
      void collections().then(({ removeFromCollection }) => removeFromCollection(entries, context)),
  },
];
