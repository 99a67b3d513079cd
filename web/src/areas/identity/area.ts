import { IconMailForward, IconShieldStar, IconUser } from '@tabler/icons-react';
import i18next from 'i18next';
import { defineArea } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';
import { settingsGroups } from '../../platform/routing/settings-groups';
import type texts from './locales/en.json';
import type log from './locales/en-log.json';
import type settings from './locales/en-settings.json';
import { identityRoutes, signedOutRoutes } from './routes';
import { invitationsRoute, mastersRoute, peopleSettings, usersRoute } from './settings-routes';

declare module '../../platform/i18n/texts' {
  interface Texts {
    identity: typeof texts;
    identity_log: typeof log;
    identity_settings: typeof settings;
  }
}

/** Signing in, people, and who may do what. */
export const identity = defineArea({
  name: 'identity',
  routes: { open: signedOutRoutes, shell: identityRoutes, settings: peopleSettings },
  settings: [
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
  ],
  shell: { Expired: later(() => import('./SignInAgain'), 'SignInAgain') },
  paletteSources: [async () => (await import('./users/palette')).usersPalette],
  logWords: async () => (await import('./log-words')).logWords,
});
