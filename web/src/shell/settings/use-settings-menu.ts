import { use } from 'react';
import { useRegistry } from '../../platform/registry/registry';
import { useApplications, useSession } from '../../platform/session/use-session';
import { type SettingsGroup, settingsMenu } from './settings-menu';

/** The organisation first, then its applications, then the platform. */
export function useSettingsMenu(): readonly SettingsGroup[] {
  const { settings } = useRegistry();
  const applications = useApplications();
  const roles = useSession()?.roles ?? [];
  return settingsMenu(use(settings()), roles, applications);
}
