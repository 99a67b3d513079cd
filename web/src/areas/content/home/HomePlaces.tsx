import { IconAlbum, IconClock, IconLink, IconStar, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApplications } from '../../../platform/session/use-session';
import { DrawerRow } from '../../../platform/ui/drawer/DrawerRow';
import { favouriteIdsQuery } from '../favourites/favourites';

/** Recents, favourites, what was shared and one's links, in the drawer of who has a library. */
export function HomePlaces({ mini }: { mini: boolean }) {
  const library = useApplications().find((application) => application.application_key === 'content');
  return library === undefined ? null : <Places appId={library.application_instance_id} mini={mini} />;
}

function Places({ appId, mini }: { appId: number; mini: boolean }) {
  const { t } = useTranslation('content');
  const { data: favourites = 0 } = useQuery({ ...favouriteIdsQuery(appId), select: ({ size }) => size });
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const at = (screen: string) => `/content/${appId}/${screen}`;
  return (
    <>
      <DrawerRow href={at('recents')} icon={IconClock} label={t('recents.title')} mini={mini} />
      <DrawerRow
        href={at('favourites')}
        icon={IconStar}
        label={t('favourites.title')}
        mini={mini}
        count={favourites > 0 ? favourites : null}
      />
      <DrawerRow href={at('shared')} icon={IconUsers} label={t('home.shared')} mini={mini} />
      <DrawerRow
        href={at('collections')}
        icon={IconAlbum}
        label={t('collections.title')}
        mini={mini}
        active={pathname.startsWith(at('collections'))}
      />
      <DrawerRow href={at('links')} icon={IconLink} label={t('links.title')} mini={mini} />
    </>
  );
}
