import { createRoute } from '@tanstack/react-router';
import { withAccountTexts } from '../../platform/i18n/account-texts';
import { page } from '../../platform/routing/page';
import { rootRoute, shellRoute } from '../../platform/routing/roots';
import { settingsPage } from '../../platform/routing/settings';

const loggedOut = { access: 'loggedOutOnly' } as const;
const anybody = { access: 'public' } as const;

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: loggedOut,
  component: page(() => withAccountTexts(import('./LoginPage')), 'LoginPage'),
});

const organisationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/organisation',
  staticData: loggedOut,
  component: page(() => withAccountTexts(import('./signed-out/OrganisationPage')), 'OrganisationPage'),
});

type ProviderSearch = { code?: string; state?: string };

/** The parameters that the identity provider sends; anything else is ignored. */
function providerSearch({ code, state }: Record<string, unknown>): ProviderSearch {
  return {
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...((typeof state === 'string' || typeof state === 'number') && { state: String(state) }),
  };
}

const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/provider',
  staticData: loggedOut,
  validateSearch: providerSearch,
  component: page(() => withAccountTexts(import('./signed-out/ProviderReturnPage')), 'ProviderReturnPage'),
});

const forgottenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgotten-password',
  staticData: loggedOut,
  component: page(() => withAccountTexts(import('./signed-out/ForgottenPasswordPage')), 'ForgottenPasswordPage'),
});

const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-password',
  staticData: anybody,
  component: page(() => withAccountTexts(import('./signed-out/NewPasswordPage')), 'NewPasswordPage'),
});

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  staticData: anybody,
  component: page(() => withAccountTexts(import('./signed-out/ConfirmEmailPage')), 'ConfirmEmailPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  staticData: anybody,
  component: page(() => withAccountTexts(import('./signed-out/InvitationPage')), 'InvitationPage'),
});

/** The screens that need no session. */
export const signedOutRoutes = [
  signInRoute,
  organisationRoute,
  providerRoute,
  forgottenRoute,
  newPasswordRoute,
  confirmEmailRoute,
  invitationRoute,
] as const;

const resetPasswordRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reset-password',
  component: page(() => withAccountTexts(import('./ResetPasswordPage')), 'ResetPasswordPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/user/profile',
  // The field for the picture uses texts of the settings.
  component: settingsPage(() => withAccountTexts(import('./ProfilePage')), 'ProfilePage'),
});

export const identityRoutes = [resetPasswordRoute, profileRoute] as const;
