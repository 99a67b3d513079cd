import { ActionIcon, Button } from '@mantine/core';
import { IconPhotoSearch, IconPlus, IconSettings, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { openPaletteWith } from '../../../platform/registry/palette';
import { useApplications } from '../../../platform/session/use-session';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { Hint } from '../../../platform/ui/Hint';
import { useIsAdmin } from '../../../platform/ui/organisation-options';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { ListError } from '../browser/ListError';
import { LibrarySkeleton } from '../browser/ListSkeleton';
import { useShortcuts } from '../browser/shortcuts';
import { failureOf } from '../browser/use-entry-list';
import { repositoriesQuery } from '../queries';
import classes from './LibraryPage.module.css';
import { RepositoryCell } from './RepositoryCell';

const route = getRouteApi('/shell/content/$appId/navigation/home');

/** The root of the navigation: the repositories that the user may open. */
export function LibraryPage() {
  const { t } = useTranslation('content');
  const { appId } = route.useParams();
  const libraries = useApplications().filter((one) => one.application_key === 'content');
  const own = libraries.find((one) => one.application_instance_id === appId)?.application_instance_title;
  const isAdmin = useIsAdmin();
  const asked = useQuery(repositoriesQuery(appId));
  const { data, isPending, refetch } = asked;
  const failure = failureOf(asked);
  const repositories = data?.items.filter((one) => one.active) ?? [];
  useShortcuts((shortcut) => {
    if (shortcut === '/') openPaletteWith('');
    return shortcut === '/';
  });
  return (
    <>
      <PageHeader
        title={libraries.length > 1 ? (own ?? t('library.title')) : t('library.title')}
        description={t('library.description')}
        actions={
          <>
            {isAdmin && (
              <Hint label={t('library.settings')}>
                <ActionIcon
                  component={Link}
                  to={`/content/${appId}/settings`}
                  variant="default"
                  aria-label={t('library.settings')}
                >
                  <IconSettings size={18} stroke={1.7} aria-hidden />
                </ActionIcon>
              </Hint>
            )}
            <Hint label={t('bin.title')}>
              <ActionIcon component={Link} to={`/content/${appId}/bin`} variant="default" aria-label={t('bin.title')}>
                <IconTrash size={18} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Hint>
          </>
        }
      />
      {isPending && failure === null && <LibrarySkeleton />}
      {failure !== null && <ListError appId={appId} error={failure} retry={() => void refetch()} />}
      {data && repositories.length === 0 && (
        <EmptyState
          icon={IconPhotoSearch}
          title={t('library.emptyTitle')}
          description={t('library.empty')}
          {...(isAdmin && {
            action: (
              <Button
                component={Link}
                to={`/content/${appId}/settings/repository`}
                leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
              >
                {t('library.setUp')}
              </Button>
            ),
          })}
        />
      )}
      <ul className={classes['cards']}>
        {repositories.map((repository) => (
          <RepositoryCell key={repository.repository_id} appId={appId} repository={repository} />
        ))}
      </ul>
    </>
  );
}
