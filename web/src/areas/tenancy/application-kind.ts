import { type Icon, IconApps, IconPhoto, IconRobotFace, IconUsers } from '@tabler/icons-react';

/** An application's key for users: its target, and its icon. */
export type ApplicationKind = { route: string; href: (id: number) => string; icon: Icon };

const kinds: Readonly<Record<string, ApplicationKind>> = {
  content: {
    route: '/content/$appId/navigation/home',
    href: (id) => `/content/${id}/navigation/home`,
    icon: IconPhoto,
  },
  cdp: { route: '/cdp/$appId/profile_view_export', href: (id) => `/cdp/${id}/profile_view_export`, icon: IconUsers },
  ai_workforce: { route: '/ai_workforce', href: () => '/ai_workforce', icon: IconRobotFace },
};

export const otherIcon = IconApps;

export function applicationKind(key: string): ApplicationKind | undefined {
  return kinds[key];
}
