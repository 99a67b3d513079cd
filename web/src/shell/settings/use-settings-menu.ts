import { useRouter } from '@tanstack/react-router';
import { useSession } from '../../platform/session/use-session';
import { settingsMenu } from './settings-menu';

export function useSettingsMenu() {
  const router = useRouter();
  const roles = useSession()?.roles ?? [];
  return settingsMenu(roles, (path) => path in router.routesByPath);
}
