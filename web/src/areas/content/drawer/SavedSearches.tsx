import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DrawerHeading } from '../../../platform/ui/drawer/DrawerHeading';
import { DrawerRow } from '../../../platform/ui/drawer/DrawerRow';
import { askedOf, queryOf } from '../search/saved-query';
import { savedSearchesQuery } from '../search/saved-searches';
import { readAsked } from '../search/search-params';
import { useOpenLibrary } from './use-open-library';

/** The saved searches of the library that one is in, or was in last; nothing while there are none. */
export function SavedSearches({ mini }: { mini: boolean }) {
  const appId = useOpenLibrary();
  return mini || appId === undefined ? null : <Rows appId={appId} />;
}

function Rows({ appId }: { appId: number }) {
  const { t } = useTranslation('content');
  const { data: searches = [] } = useQuery(savedSearchesQuery(appId));
  const router = useRouter();
  const path = `/content/${appId}/search`;
  const shown = useRouterState({
    select: ({ location }) => (location.pathname === path ? queryOf(readAsked(location.search)) : null),
  });
  if (searches.length === 0) return null;
  // The router writes the address, because it reads numbers and quotes in its own way.
  const hrefOf = (query: string) =>
    router.buildLocation({ to: '/content/$appId/search', params: { appId }, search: askedOf(query) }).href;
  return (
    <>
      <li>
        <DrawerHeading>{t('savedSearches')}</DrawerHeading>
      </li>
      {searches.map(({ saved_search_id: id, title, query }) => (
        <DrawerRow
          key={id}
          href={hrefOf(query)}
          icon={IconBookmark}
          label={title}
          mini={false}
          active={query === shown}
        />
      ))}
    </>
  );
}
