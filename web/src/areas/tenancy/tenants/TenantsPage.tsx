import { Button } from '@mantine/core';
import { IconBuilding, IconCoins, IconKey, IconPencil, IconPlus, IconTrash, IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { notify } from '../../../platform/ui/notify';
import { useInstanceOptions, useIsMaster } from '../../../platform/ui/organisation-options';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Cnpj } from '../../../platform/ui/table/Cnpj';
import type { Column, RowAction } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { StatusBadge } from '../../../platform/ui/table/StatusBadge';
import { TwoLines } from '../../../platform/ui/table/TwoLines';
import { useTableView } from '../../../platform/ui/table/table-view';
import { NewTenantForm } from './NewTenantForm';
import { TenantForm } from './TenantForm';
import { type Tenant, tenantsPath } from './tenant';

/** The organisations on this installation: all for a master, their own for an admin. */
export function TenantsPage() {
  const { t } = useTranslation('tenancy_settings');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { routesByPath } = useRouter();
  const isMaster = useIsMaster();
  const view = useTableView('title');
  const [edited, setEdited] = useState<Tenant | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Tenant | null>(null);
  const instances = useInstanceOptions();
  const remove = query.useMutation('delete', `${tenantsPath}/{tenant_id}`);
  const list = query.useQuery(
    'get',
    tenantsPath,
    { params: { query: view.query } },
    { placeholderData: keepPreviousData },
  );
  const titles = (ids: readonly number[]) =>
    ids.map((id) => instances.find((one) => one.value === id)?.label ?? `#${id}`).join(', ');
  const columns: readonly Column<Tenant>[] = [
    {
      key: 'title',
      title: t('tenants.field_title'),
      order: 'title',
      cell: (row) => <TwoLines title={row.title} note={row.key} />,
    },
    {
      key: 'cnpj',
      title: t('words.cnpj'),
      width: '22%',
      cell: (row) => <Cnpj value={row.cnpj} />,
    },
    {
      key: 'instances',
      title: t('tenants.applications'),
      width: '26%',
      cell: (row) => titles(row.app_instance_ids) || '–',
    },
    { key: 'active', title: t('words.status'), width: '110px', cell: (row) => <StatusBadge active={row.active} /> },
  ];
  const actions = (row: Tenant): readonly RowAction[] => {
    const at = `/settings/core/tenant/${row.tenant_id}`;
    const hasQuotas = '/settings/core/tenant/$tenantId/quotas' in routesByPath;
    return [
      { key: 'edit', label: t('words.edit'), icon: IconPencil, run: () => setEdited(row) },
      {
        key: 'admins',
        label: t('tenants.admins'),
        icon: IconUserShield,
        run: () => void navigate({ to: `${at}/admin` }),
      },
      {
        key: 'provider',
        label: t('tenants.provider'),
        icon: IconKey,
        run: () => void navigate({ to: `${at}/identity_provider` }),
      },
      ...(hasQuotas
        ? [
            {
              key: 'quotas',
              label: t('tenants.quotas'),
              icon: IconCoins,
              run: () => void navigate({ to: `${at}/quotas` }),
            },
          ]
        : []),
      ...(isMaster
        ? [
            {
              key: 'delete',
              label: t('words.delete'),
              icon: IconTrash,
              danger: true,
              run: () => setDeleting(row),
            },
          ]
        : []),
    ];
  };
  const create = isMaster && (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setEdited('new')}>
      {t('tenants.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('tenants.title')}
        description={t(isMaster ? 'tenants.lead' : 'tenants.lead_own')}
        actions={create}
      />
      <DataTable
        title={t('tenants.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.tenant_id}
        rowName={(row) => row.title}
        open={setEdited}
        actions={actions}
        searchLabel={t('tenants.search')}
        empty={{ icon: IconBuilding, title: t('tenants.empty'), description: t('tenants.empty_more') }}
      />
      {edited === 'new' && <NewTenantForm close={() => setEdited(null)} />}
      {edited !== null && edited !== 'new' && <TenantForm tenant={edited} close={() => setEdited(null)} />}
      {deleting !== null && (
        <ConfirmDialog
          title={t('tenants.delete_title', { title: deleting.title })}
          text={t('tenants.delete_text')}
          action={t('words.delete')}
          close={() => setDeleting(null)}
          run={async () => {
            await remove.mutateAsync({ params: { path: { tenant_id: deleting.tenant_id } }, headers: shownInPlace });
            notify.success(t('words.deleted', { title: deleting.title }));
            await client.invalidateQueries({ queryKey: ['get', tenantsPath] });
          }}
        />
      )}
    </>
  );
}
