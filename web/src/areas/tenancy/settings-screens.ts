import { IconApps, IconBuilding, IconBuildingStore, IconPalette, IconUsersGroup } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SettingsScreen } from '../../platform/registry/area';
import { settingsGroups } from '../../platform/routing/settings-groups';
import { companiesRoute, groupsRoute, instancesRoute, tenantsRoute, themesRoute } from './routes';

/** The settings of this area, for the menu and the cards. */
export const settingsScreens: readonly SettingsScreen[] = [
  {
    key: 'tenants',
    group: settingsGroups.organisation,
    order: 10,
    route: tenantsRoute,
    icon: IconBuilding,
    label: () => i18next.t('menu.tenants', { ns: 'tenancy_settings' }),
    about: () => i18next.t('menu.about.tenants', { ns: 'tenancy_settings' }),
  },
  {
    key: 'companies',
    group: settingsGroups.organisation,
    order: 20,
    route: companiesRoute,
    icon: IconBuildingStore,
    label: () => i18next.t('menu.companies', { ns: 'tenancy_settings' }),
    about: () => i18next.t('menu.about.companies', { ns: 'tenancy_settings' }),
  },
  {
    key: 'groups_of_users',
    group: settingsGroups.organisation,
    order: 40,
    route: groupsRoute,
    icon: IconUsersGroup,
    label: () => i18next.t('menu.groups_of_users', { ns: 'tenancy_settings' }),
    about: () => i18next.t('menu.about.groups_of_users', { ns: 'tenancy_settings' }),
    // The people of a group are below their company in the address.
    also: /^\/settings\/core\/company\/\d+\/group\//,
  },
  {
    key: 'themes',
    group: settingsGroups.organisation,
    order: 60,
    route: themesRoute,
    icon: IconPalette,
    label: () => i18next.t('menu.themes', { ns: 'tenancy_settings' }),
    about: () => i18next.t('menu.about.themes', { ns: 'tenancy_settings' }),
  },
  {
    key: 'instances',
    group: settingsGroups.platform,
    order: 10,
    route: instancesRoute,
    icon: IconApps,
    label: () => i18next.t('menu.instances', { ns: 'tenancy_settings' }),
    about: () => i18next.t('menu.about.instances', { ns: 'tenancy_settings' }),
  },
];
