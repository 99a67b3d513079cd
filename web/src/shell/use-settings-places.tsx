import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { fold } from '../platform/fold';
import { loadSettingsTexts } from '../platform/i18n/settings-texts';
import type { PaletteItem } from '../platform/registry/palette';
import { useRegistry } from '../platform/registry/registry';
import { useApplications, useSession } from '../platform/session/use-session';

/** After the places, which have 50. */
const ORDER = 52;
/** What one letter finds is no answer. */
const LETTERS = 2;

/** The settings screens that the user may open, by their names. */
export function useSettingsPlaces(term: string): readonly PaletteItem[] {
  const { t } = useTranslation('shell');
  const { settings } = useRegistry();
  const navigate = useNavigate();
  const applications = useApplications();
  const roles = useSession()?.roles ?? [];
  const wanted = fold(term.trim());
  const mayOpenSome = roles.some((role) => role !== 'USER_REGULAR');
  const { data } = useQuery({
    queryKey: ['palette settings'],
    queryFn: async () => {
      const [{ settingsMenu }, screens] = await Promise.all([
        import('./settings/settings-menu'),
        settings(),
        loadSettingsTexts(),
      ]);
      return { settingsMenu, screens };
    },
    enabled: mayOpenSome && wanted.length >= LETTERS,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  if (data === undefined || !mayOpenSome || wanted.length < LETTERS) return [];
  return data.settingsMenu(data.screens, roles, applications).flatMap(({ title, appId = 0, entries }) =>
    entries
      .filter(({ label }) => fold(label()).includes(wanted))
      .map(({ key, path, icon: Drawing, label }) => ({
        ...{ id: `settings ${appId} ${key}`, label: label(), description: title, order: ORDER },
        group: t('menu.settings'),
        icon: <Drawing size={20} stroke={1.7} />,
        run: () => void navigate({ to: path }),
      })),
  );
}
