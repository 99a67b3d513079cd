import { Button } from '@mantine/core';
import { IconFolderOpen, IconLibraryPhoto, IconPencil, IconPlus, IconServer2, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { PageHeader } from '../../../platform/ui/PageHeader';
import type { Column, RowAction } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { StatusBadge } from '../../../platform/ui/table/StatusBadge';
import { TwoLines } from '../../../platform/ui/table/TwoLines';
import { useTableView } from '../../../platform/ui/table/table-view';
import { AccessDialog } from '../access/AccessDialog';
import { type RepositorySettings, repositoriesPath } from './file-server';
import { RepositoryForm } from './RepositoryForm';
import { RepositoryMove } from './RepositoryMove';
import { goesOn, movingWords } from './repository-move';

const route = getRouteApi('/shell/content/$appId/settings/repository');

/** The repositories of the user's tenants, also inactive ones. */
export function RepositoriesPage() {
  const { t } = useTranslation('content_settings');
  const { appId } = route.useParams();
  const navigate = useNavigate();
  const view = useTableView('title');
  const [edited, setEdited] = useState<RepositorySettings | 'new' | null>(null);
  const [opened, setOpened] = useState<RepositorySettings | null>(null);
  const [moved, setMoved] = useState<number | null>(null);
  const list = query.useQuery(
    'get',
    repositoriesPath,
    { params: { path: { application_instance_id: appId }, query: view.query } },
    {
      placeholderData: keepPreviousData,
      // How far moves have come is shown.
      refetchInterval: ({ state }) => (state.data?.items.some(({ moving }) => goesOn(moving)) ? 5_000 : false),
    },
  );
  const columns: readonly Column<RepositorySettings>[] = [
    {
      key: 'title',
      title: t('repositories.field_title'),
      order: 'title',
      cell: (row) => <TwoLines title={row.title} note={row.folder_name} />,
    },
    {
      key: 'file_server',
      title: t('repositories.file_server'),
      order: 'file_server_label',
      width: '24%',
      cell: ({ file_server_label, moving }) =>
        moving === null ? file_server_label : <TwoLines title={file_server_label} note={movingWords(moving, t)} />,
    },
    {
      key: 'tenant',
      title: t('repositories.tenant'),
      order: 'tenant_title',
      width: '24%',
      cell: (row) => row.tenant_title,
    },
    { key: 'active', title: t('status'), width: '110px', cell: (row) => <StatusBadge active={row.active} /> },
  ];
  const actions = (row: RepositorySettings): readonly RowAction[] => [
    { key: 'edit', label: t('edit'), icon: IconPencil, run: () => setEdited(row) },
    { key: 'move', label: t('moves.action'), icon: IconServer2, run: () => setMoved(row.repository_id) },
    ...(row.active
      ? [
          { key: 'access', label: t('repositories.access'), icon: IconUserPlus, run: () => setOpened(row) },
          {
            key: 'open',
            label: t('repositories.open'),
            icon: IconFolderOpen,
            run: () =>
              void navigate({
                to: '/content/$appId/navigation/$parentId',
                params: { appId, parentId: row.node_id },
              }),
          },
        ]
      : []),
  ];
  const moving = list.data?.items.find((row) => row.repository_id === moved);
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setEdited('new')}>
      {t('repositories.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('repositories.title')} description={t('repositories.lead')} actions={create} />
      <DataTable
        title={t('repositories.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.repository_id}
        rowName={(row) => row.title}
        open={setEdited}
        actions={actions}
        searchLabel={t('repositories.search')}
        empty={{ icon: IconLibraryPhoto, title: t('repositories.empty'), description: t('repositories.empty_more') }}
      />
      {edited !== null && (
        <RepositoryForm appId={appId} repository={edited === 'new' ? null : edited} close={() => setEdited(null)} />
      )}
      {moving !== undefined && <RepositoryMove appId={appId} repository={moving} close={() => setMoved(null)} />}
      {opened !== null && (
        <AccessDialog
          appId={appId}
          node={{ node_id: opened.node_id, name: opened.title, node_type: 'repository' }}
          close={() => setOpened(null)}
        />
      )}
    </>
  );
}
