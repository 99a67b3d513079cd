import { Button, TextInput } from '@mantine/core';
import { IconLink, IconSearch, IconZoomQuestion } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../platform/fold';
import { ClearSearch } from '../../../platform/ui/ClearSearch';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Breadcrumb } from '../browser/Breadcrumb';
import { ListError } from '../browser/ListError';
import { ListSkeleton } from '../browser/ListSkeleton';
import { failureOf } from '../browser/use-entry-list';
import { LinkRow } from './LinkRow';
import classes from './LinksPage.module.css';
import { linksQuery, type ShareLink } from './links';

const route = getRouteApi('/shell/content/$appId/links');

/** All links that the user made, with what became of each. */
export function LinksPage() {
  const { t } = useTranslation(['content_actions', 'content']);
  const { appId } = route.useParams();
  const [term, setTerm] = useState('');
  const listed = useInfiniteQuery(linksQuery(appId, null));
  const { data, isPending, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = listed;
  const failure = failureOf(listed);
  const wanted = fold(term.trim());
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  const links = all.filter((link) => isMeant(link, wanted));
  // A search is one of all links, so the others are fetched. One that fails is fetched again by the button.
  const isMissing = wanted !== '' && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isMissing) void fetchNextPage();
  }, [isMissing, fetchNextPage]);
  return (
    <>
      <Breadcrumb appId={appId} ancestors={[]} here={t('content:links.title')} />
      <div className={classes['head']}>
        <PageHeader title={t('content:links.title')} description={t('links.description')} />
      </div>
      {all.length > 0 && (
        <TextInput
          type="search"
          className={classes['search'] ?? ''}
          leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
          placeholder={t('links.search')}
          aria-label={t('links.search')}
          value={term}
          rightSection={term !== '' && <ClearSearch clear={() => setTerm('')} />}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      )}
      {isPending && failure === null && <ListSkeleton mode="list" />}
      {failure !== null && all.length === 0 && <ListError appId={appId} error={failure} retry={() => void refetch()} />}
      {data && all.length === 0 && (
        <EmptyState
          icon={IconLink}
          title={t('links.empty')}
          description={t('links.how')}
          action={
            <Button component={Link} to={`/content/${appId}/navigation/home`} variant="default">
              {t('content:error.toLibrary')}
            </Button>
          }
        />
      )}
      {all.length > 0 && links.length === 0 && !hasNextPage && (
        <EmptyState icon={IconZoomQuestion} title={t('bin.noneTitle', { term: term.trim() })} />
      )}
      {links.length > 0 && (
        <ul className={classes['list']} aria-label={t('content:links.title')}>
          {links.map((link) => (
            <LinkRow key={link.link_id} appId={appId} link={link} named />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" mt={16} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('bin.more')}
        </Button>
      )}
    </>
  );
}

/** Whether its label or the name of an entry has what is searched for. */
function isMeant(link: ShareLink, wanted: string): boolean {
  const names = [link.label ?? '', ...link.entries.map(({ name }) => name)];
  return wanted === '' || names.some((name) => fold(name).includes(wanted));
}
