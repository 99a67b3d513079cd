import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconServer2 } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { PageHeader } from '../../../platform/ui/PageHeader';
import type { Column } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { StatusBadge } from '../../../platform/ui/table/StatusBadge';
import { TwoLines } from '../../../platform/ui/table/TwoLines';
import { useTableView } from '../../../platform/ui/table/table-view';
import { FileServerForm } from './FileServerForm';
import { type FileServer, fileServersPath, useTenantsWith } from './file-server';

const route = getRouteApi('/shell/content/$appId/settings/file_server');

/** The folder of a file server, or its bucket. */
function placeOf({ url, bucket, prefix }: FileServer, t: TFunction<'content_settings'>): string {
  if (bucket === null) return url === '.' ? t('file_servers.whole') : url;
  const whole = prefix === null || prefix === '' ? bucket : `${bucket}/${prefix}`;
  return t('file_servers.in_bucket', { bucket: whole, address: new URL(url).host });
}

/** The file servers of the user's tenants. */
export function FileServersPage() {
  const { t } = useTranslation('content_settings');
  const { appId } = route.useParams();
  const view = useTableView('label');
  const tenants = useTenantsWith(appId);
  const [edited, setEdited] = useState<FileServer | 'new' | null>(null);
  const list = query.useQuery(
    'get',
    fileServersPath,
    { params: { path: { application_instance_id: appId }, query: view.query } },
    { placeholderData: keepPreviousData },
  );
  const titleOf = (id: number) => tenants.find((tenant) => tenant.value === id)?.label ?? '…';
  const columns: readonly Column<FileServer>[] = [
    {
      key: 'label',
      title: t('file_servers.label'),
      order: 'label',
      cell: (row) => <TwoLines title={row.label} note={placeOf(row, t)} />,
    },
    {
      key: 'tenants',
      title: t('file_servers.tenants'),
      width: '26%',
      cell: (row) => row.tenant_ids.map(titleOf).join(', '),
    },
    {
      key: 'repositories',
      title: t('repositories.title'),
      width: '130px',
      cell: (row) => row.repositories,
    },
    { key: 'active', title: t('status'), width: '110px', cell: (row) => <StatusBadge active={row.active} /> },
  ];
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setEdited('new')}>
      {t('file_servers.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('file_servers.title')} description={t('file_servers.lead')} actions={create} />
      <DataTable
        title={t('file_servers.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.file_server_id}
        rowName={(row) => row.label}
        open={setEdited}
        actions={(row) => [{ key: 'edit', label: t('edit'), icon: IconPencil, run: () => setEdited(row) }]}
        searchLabel={t('file_servers.search')}
        empty={{ icon: IconServer2, title: t('file_servers.empty'), description: t('file_servers.empty_more') }}
      />
      {edited !== null && (
        <FileServerForm appId={appId} fileServer={edited === 'new' ? null : edited} close={() => setEdited(null)} />
      )}
    </>
  );
}
