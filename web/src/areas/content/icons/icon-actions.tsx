import { IconPhoto } from '@tabler/icons-react';
import i18next from 'i18next';
import type { EntryAction } from '../../../platform/registry/actions';
import { isOpenToActions, mayWrite, onOne } from '../entry/action-fits';
import { IconDialog } from './icon-dialog-later';
import { iconOf } from './icon-of';

export const iconActions = (['setIcon', 'removeIcon'] as const).map(
  (key): EntryAction => ({
    key: key === 'setIcon' ? 'set_icon' : 'remove_icon',
    order: 53,
    act: 'set_icon',
    icon: IconPhoto,
    label: () => i18next.t(`actions.${key}`, { ns: 'content' }),
    shortcut: null,
    fits: onOne((entry) => isOpenToActions(entry) && mayWrite(entry) && (key === 'setIcon' || iconOf(entry) !== null)),
    run: ([entry], { appId, client, open }) => {
      if (!entry) return;
      if (key === 'setIcon') open((close) => <IconDialog appId={appId} entry={entry} close={close} />);
      else void import('./icon-changes').then(({ removeIcon }) => removeIcon(client, appId, entry));
    },
  }),
);
