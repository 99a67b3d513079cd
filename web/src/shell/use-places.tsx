import { useMantineColorScheme } from '@mantine/core';
import { IconArrowRight, IconMoon, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { fold } from '../platform/fold';
import type { PaletteItem } from '../platform/registry/palette';
import { useRegistry } from '../platform/registry/registry';
import { useApplications, useSession } from '../platform/session/use-session';
import { type MenuGroup, menu } from './menu';

const icon = { size: 20, stroke: 1.7 } as const;

/** The palette's own entries: each entry of the drawer, the profile, light or dark. */
export function usePlaces(term: string): readonly PaletteItem[] {
  const { t } = useTranslation('shell');
  const { applications: kinds } = useRegistry();
  const navigate = useNavigate();
  const { toggleColorScheme } = useMantineColorScheme();
  const applications = useApplications();
  const roles = useSession()?.roles ?? [];
  const nameOf = ({ key, kind }: MenuGroup) => kind?.label() ?? (key === 'home' ? t('menu.home') : t('menu.settings'));
  const places = menu(kinds, applications, roles).flatMap((group) =>
    group.entries.map(({ href, title }) => {
      // The only library is called so, in the person's language; its title is the second line.
      const names = group.entries.length > 1 ? [title, nameOf(group)] : [nameOf(group), title];
      const [label = '', description] = new Set(names.filter((name) => name !== null));
      return {
        id: `go:${href}`,
        label,
        ...(description !== undefined && { description }),
        icon: <IconArrowRight {...icon} />,
        group: t('palette.go_to'),
        run: () => void navigate({ to: href }),
      };
    }),
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
