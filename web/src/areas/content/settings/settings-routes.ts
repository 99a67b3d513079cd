import { createRoute } from '@tanstack/react-router';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import { contentSettingsData, contentSettingsRoute } from '../../../platform/routing/content-settings';
import { settingsPage } from '../../../platform/routing/settings';
import { tableSearch } from '../../../platform/ui/table/table-view';

export const fileServersRoute = createRoute({
  getParentRoute: () => contentSettingsRoute,
  path: 'file_server',
  staticData: contentSettingsData,
  validateSearch: tableSearch,
  component: settingsPage(() => import('./FileServersPage'), 'FileServersPage'),
});

export const repositoriesRoute = createRoute({
  getParentRoute: () => contentSettingsRoute,
  path: 'repository',
  staticData: contentSettingsData,
  validateSearch: tableSearch,
  component: settingsPage(() => withActionTexts(import('./RepositoriesPage')), 'RepositoriesPage'),
});

export const downloadSizesRoute = createRoute({
  getParentRoute: () => contentSettingsRoute,
  path: 'download_size',
  staticData: contentSettingsData,
  validateSearch: tableSearch,
  component: settingsPage(() => import('./DownloadSizesPage'), 'DownloadSizesPage'),
});

export const versionsRoute = createRoute({
  getParentRoute: () => contentSettingsRoute,
  path: 'version',
  staticData: contentSettingsData,
  component: settingsPage(() => import('./VersionRulesPage'), 'VersionRulesPage'),
});

export const contentSettings = [fileServersRoute, repositoriesRoute, downloadSizesRoute, versionsRoute] as const;
