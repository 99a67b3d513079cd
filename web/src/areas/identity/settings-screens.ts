import { IconMailForward, IconShieldStar, IconUser } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SettingsScreen } from '../../platform/registry/area';
import { settingsGroups } from '../../platform/routing/settings-groups';
import { invitationsRoute, mastersRoute, usersRoute } from './settings-routes';

/** The settings of this area, for the menu and the cards. */
export const settingsScreens: readonly SettingsScreen[] = [
  {
    key: 'users',
    group: settingsGroups.organisation,
    order: 30,
    route: usersRoute,
    icon: IconUser,
    label: () => i18next.t('menu.users', { ns: 'identity_settings' }),
    about: () => i18next.t('menu.about.users', { ns: 'identity_settings' }),
  },
  {
    key: 'invitations',
    group: settingsGroups.organisation,
    order: 50,
    route: invitationsRoute,
    icon: IconMailForward,
    label: () => i18next.t('menu.invitations', { ns: 'identity_settings' }),
    about: () => i18next.t('menu.about.invitations', { ns: 'identity_settings' }),
  },
  {
    key: 'masters',
    group: settingsGroups.platform,
    order: 20,
    route: mastersRoute,
    icon: IconShieldStar,
    label: () => i18next.t('menu.masters', { ns: 'identity_settings' }),
    about: () => i18next.t('menu.about.masters', { ns: 'identity_settings' }),
  },
];
