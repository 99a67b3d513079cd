import { useMantineColorScheme } from '@mantine/core';
import { IconArrowRight, IconMoon, IconUser } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApplications, useSession } from '../platform/session/use-session';
import type { PaletteItem } from '../platform/ui/extension-points';
import { menu } from './menu';

const icon = { size: 20, stroke: 1.7 } as const;

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The palette's own entries: each entry of the drawer, the profile, light or dark. */
export function usePlaces(term: string): readonly PaletteItem[] {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const navigate = useNavigate();
  const { toggleColorScheme } = useMantineColorScheme();
  const applications = useApplications();
  const roles = useSession()?.roles ?? [];
  const names = {
    home: t('menu.home'),
    cdp: t('menu.cdp'),
    content: t('menu.content'),
    ai_workforce: t('menu.ai_workforce'),
    settings: t('menu.settings'),
  };
  const places = menu(applications, roles, (path) => path in router.routesByPath).flatMap((group) =>
    group.entries.map((entry) => ({
      id: `go:${entry.href}`,
      label: entry.title ?? names[group.key],
      ...(entry.title === null ? {} : { description: names[group.key] }),
      icon: <IconArrowRight {...icon} />,
      group: t('palette.go_to'),
      run: () => void navigate({ to: entry.href }),
    })),
  );
  const items: PaletteItem[] = [
    ...places,
    {
      id: 'go:profile',
      label: t('user_menu.profile'),
      icon: <IconUser {...icon} />,
      group: t('palette.go_to'),
      run: () => void navigate({ to: '/user/profile' }),
    },
    {
      id: 'do:scheme',
      label: t('palette.toggle_scheme'),
      icon: <IconMoon {...icon} />,
      group: t('palette.do'),
      run: toggleColorScheme,
    },
  ];
  return items.filter((item) => fold(`${item.label} ${item.description ?? ''}`).includes(fold(term)));
}
