import { withAccountTexts } from '../../platform/i18n/account-texts';
import { defineArea } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';
import type texts from './locales/en.json';
import type account from './locales/en-account.json';
import type log from './locales/en-log.json';
import type settings from './locales/en-settings.json';
import { identityRoutes, signedOutRoutes } from './routes';
import { peopleSettings } from './settings-routes';

declare module '../../platform/i18n/texts' {
  interface Texts {
    identity: typeof texts;
    identity_account: typeof account;
    identity_log: typeof log;
    identity_settings: typeof settings;
  }
}

/** Signing in, people, and who may do what. */
export const identity = defineArea({
  name: 'identity',
  routes: { open: signedOutRoutes, shell: identityRoutes, settings: peopleSettings },
  settings: async () => (await import('./settings-screens')).settingsScreens,
  shell: { Expired: later(() => withAccountTexts(import('./SignInAgain')), 'SignInAgain') },
  paletteSources: [async () => (await import('./users/palette')).usersPalette],
  logWords: async () => (await import('./log-words')).logWords,
});
