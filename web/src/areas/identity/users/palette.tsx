import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import type { PaletteItem, PaletteSource } from '../../../platform/registry/palette';
import { settingsRoles } from '../../../platform/routing/settings';
import { useSession } from '../../../platform/session/use-session';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';

const MOST = 4;
const PAUSE_MS = 150;
const ORDER = 80;

/** For who administers people: users by name or e-mail, and the way to them in the settings. */
export const usersPalette: PaletteSource = (term) => {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const roles = useSession()?.roles ?? [];
  const [paused] = useDebouncedValue(term.trim(), PAUSE_MS);
  const administers = settingsRoles.administrators.some((role) => roles.includes(role));
  const { data } = query.useQuery(
    'get',
    '/api/core/users',
    { params: { query: { q: paused, limit: MOST } }, headers: shownInPlace },
    { enabled: administers && paused.length >= 2, placeholderData: keepPreviousData },
  );
  if (!administers || term.trim().length < 2) return [];
  return (data?.items ?? []).map(
    (user): PaletteItem => ({
      ...{ id: `user ${user.users_id}`, label: user.name, group: t('palette.users'), order: ORDER },
      description: user.email,
      icon: <PersonAvatar name={user.name} src={null} size={24} />,
      run: () => void navigate({ to: '/settings/core/user', search: { q: user.email } }),
    }),
  );
};
