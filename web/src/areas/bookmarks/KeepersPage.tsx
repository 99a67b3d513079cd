import { IconBookmark } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query, type Schema } from '../../platform/api/client';
import { PageHeader } from '../../platform/ui/PageHeader';
import type { Column } from '../../platform/ui/table/column';
import { DataTable } from '../../platform/ui/table/DataTable';
import { useTableView } from '../../platform/ui/table/table-view';

/** Who keeps bookmarks, and how many. What of is theirs alone. */
export function KeepersPage() {
  const { t } = useTranslation('bookmarks');
  const view = useTableView('name');
  const list = query.useQuery(
    'get',
    '/api/core/bookmark',
    { params: { query: view.query } },
    { placeholderData: keepPreviousData },
  );
  const columns: readonly Column<Schema<'Keeper'>>[] = [
    { key: 'name', title: t('keepers.name'), order: 'name', cell: (row) => row.name },
    { key: 'bookmarks', title: t('keepers.kept'), order: 'bookmarks', width: '24%', cell: (row) => row.bookmarks },
  ];
  return (
    <>
      <PageHeader title={t('keepers.title')} description={t('keepers.lead')} />
      <DataTable
        title={t('keepers.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.users_id}
        rowName={(row) => row.name}
        searchLabel={t('keepers.search')}
        empty={{ icon: IconBookmark, title: t('keepers.empty') }}
      />
    </>
  );
}
