import { useRouter } from '@tanstack/react-router';
import { useApplications, useSession } from '../../platform/session/use-session';
import { contentMenu, type SettingsGroup, settingsMenu } from './settings-menu';

/** The organisation first, then its applications, then the platform. */
export function useSettingsMenu(): readonly SettingsGroup[] {
  const router = useRouter();
  const applications = useApplications();
  const roles = useSession()?.roles ?? [];
  const groups = settingsMenu(roles, (path) => path in router.routesByPath);
  const content = contentMenu(roles, applications);
  const first = groups.filter((group) => group.key === 'organisation');
  return [...first, ...content, ...groups.filter((group) => group.key !== 'organisation')];
}
