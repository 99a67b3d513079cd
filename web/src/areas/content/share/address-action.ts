import { IconLink } from '@tabler/icons-react';
import i18next from 'i18next';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import type { EntryAction } from '../../../platform/registry/actions';
import { isOpenToActions, onOne } from '../entry/action-fits';

const addresses = () => withActionTexts(import('./copy-address-of'));

/** In place of sharing, for who may not give links and access. */
export const addressAction: EntryAction = {
  key: 'copy_address',
  order: 32,
  act: 'information',
  icon: IconLink,
  label: () => i18next.t('actions.copyAddress', { ns: 'content' }),
  shortcut: null,
  prefetch: addresses,
  fits: onOne((entry) => isOpenToActions(entry) && entry.role !== 'manager'),
  run: ([entry], { appId }) => {
    if (entry) void addresses().then(({ copyAddressOf }) => copyAddressOf(appId, entry.node_id));
  },
};
