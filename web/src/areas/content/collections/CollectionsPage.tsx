import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlbum, IconPlus, IconSearch, IconZoomQuestion } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClearSearch } from '../../../platform/ui/ClearSearch';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Breadcrumb } from '../browser/Breadcrumb';
import { ListError } from '../browser/ListError';
import { LibrarySkeleton } from '../browser/ListSkeleton';
import { failureOf } from '../browser/use-entry-list';
import cards from '../folder/LibraryPage.module.css';
import { collectionsQuery } from './api';
import { CollectionCard } from './CollectionCard';
import { CollectionDialog } from './CollectionDialog';
import classes from './CollectionsPage.module.css';

const route = getRouteApi('/shell/content/$appId/collections');

/** The collections that the user owns or is a member of. */
export function CollectionsPage() {
  const { t } = useTranslation(['content_actions', 'content']);
  const { appId } = route.useParams();
  const navigate = useNavigate();
  const [term, setTerm] = useState('');
  const [q] = useDebouncedValue(term.trim(), 200);
  const [making, setMaking] = useState(false);
  const listed = useInfiniteQuery({ ...collectionsQuery(appId, { q }), placeholderData: keepPreviousData });
  const { data, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = listed;
  const failure = failureOf(listed);
  const collections = data?.pages.flatMap(({ items }) => items) ?? [];
  const isEmpty = data !== undefined && collections.length === 0;
  const make = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setMaking(true)}>
      {t('collection.new')}
    </Button>
  );
  return (
    <>
      <Breadcrumb appId={appId} ancestors={[]} here={t('content:collections.title')} />
      <div className={classes['head']}>
        <PageHeader
          title={t('content:collections.title')}
          description={t('collection.description')}
          actions={isEmpty && q === '' ? undefined : make}
        />
      </div>
      {(collections.length > 0 || term !== '') && (
        <TextInput
          type="search"
          className={classes['search'] ?? ''}
          leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
          placeholder={t('collection.search')}
          aria-label={t('collection.search')}
          value={term}
          rightSection={term !== '' && <ClearSearch clear={() => setTerm('')} />}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      )}
      {isPending && failure === null && <LibrarySkeleton />}
      {failure !== null && collections.length === 0 && (
        <ListError appId={appId} error={failure} retry={() => void refetch()} />
      )}
      {isEmpty && q === '' && (
        <EmptyState icon={IconAlbum} title={t('collection.none')} description={t('collection.how')} action={make} />
      )}
      {isEmpty && q !== '' && <EmptyState icon={IconZoomQuestion} title={t('bin.noneTitle', { term: q })} />}
      {collections.length > 0 && (
        <ul className={`${cards['cards']} ${classes['cards']}`} aria-label={t('content:collections.title')}>
          {collections.map((collection) => (
            <li key={collection.collection_id} className={cards['cell']}>
              <CollectionCard appId={appId} collection={collection} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" mt={16} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('bin.more')}
        </Button>
      )}
      {making && (
        <CollectionDialog
          appId={appId}
          collection={null}
          close={() => setMaking(false)}
          made={(collectionId) =>
            void navigate({ to: '/content/$appId/collections/$collectionId', params: { appId, collectionId } })
          }
        />
      )}
    </>
  );
}
