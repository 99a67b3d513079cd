import { Button } from '@mantine/core';
import { IconPlus, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { BackLink } from '../../../platform/ui/BackLink';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { notify } from '../../../platform/ui/notify';
import { PageHeader } from '../../../platform/ui/PageHeader';
import type { Column } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { PageTrouble } from '../../../platform/ui/table/PageTrouble';
import { PersonCell } from '../../../platform/ui/table/PersonCell';
import { StatusBadge } from '../../../platform/ui/table/StatusBadge';
import { useTableView } from '../../../platform/ui/table/table-view';
import type { UserRecord } from '../users/user';
import { AdminForm } from './AdminForm';

const route = getRouteApi('/shell/settings/core/tenant/$tenantId/admin');
const path = '/api/core/tenant/{tenant_id}/admin';

/** The administrators of one tenant: of its people, its groups and all of its content. */
export function TenantAdminsPage() {
  const { t } = useTranslation('identity_settings');
  const { tenantId } = route.useParams();
  const client = useQueryClient();
  const view = useTableView('name');
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<UserRecord | null>(null);
  const params = { path: { tenant_id: tenantId } };
  const {
    data: tenant,
    error,
    refetch,
  } = query.useQuery('get', '/api/core/tenant/{tenant_id}', { params, headers: shownInPlace });
  const remove = query.useMutation('delete', '/api/core/users/{users_id}/tenant/{tenant_id}/admin');
  const list = query.useQuery(
    'get',
    path,
    { params: { ...params, query: view.query }, headers: shownInPlace },
    { placeholderData: keepPreviousData },
  );
  const columns: readonly Column<UserRecord>[] = [
    { key: 'name', title: t('words.name'), order: 'name', cell: (row) => <PersonCell person={row} /> },
    { key: 'company', title: t('words.company'), width: '28%', cell: (row) => row.company_name ?? '–' },
    { key: 'active', title: t('words.status'), width: '120px', cell: (row) => <StatusBadge active={row.active} /> },
  ];
  const add = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setAdding(true)}>
      {t('admins.add')}
    </Button>
  );
  const title = tenant?.title ?? '';
  const isLast = view.q === '' && list.data?.total === 1;
  const back = <BackLink to="/settings/core/tenant" label={t('words.tenants')} />;
  if (tenant === undefined && error !== null) {
    return <PageTrouble back={back} title={t('admins.title')} error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        back={back}
        title={t('admins.title')}
        description={tenant && t('admins.lead', { tenant: title })}
        actions={add}
      />
      <DataTable
        title={t('admins.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.users_id}
        rowName={(row) => row.name}
        actions={(row) => [
          {
            key: 'remove',
            label: t('admins.remove'),
            icon: IconUserMinus,
            danger: true,
            run: () => setRemoved(row),
          },
        ]}
        searchLabel={t('users.search')}
        empty={{ icon: IconUserShield, title: t('admins.empty'), description: t('admins.empty_more') }}
      />
      {adding && <AdminForm tenantId={tenantId} close={() => setAdding(false)} />}
      {removed !== null && (
        <ConfirmDialog
          title={t('admins.remove_title', { name: removed.name })}
          text={t(isLast ? 'admins.remove_last' : 'admins.remove_text', { tenant: title })}
          action={t('admins.remove')}
          close={() => setRemoved(null)}
          run={async () => {
            const whose = { path: { users_id: removed.users_id, tenant_id: tenantId } };
            await remove.mutateAsync({ params: whose, headers: shownInPlace });
            notify.success(t('admins.removed', { name: removed.name }));
            await client.invalidateQueries({ queryKey: ['get', path] });
          }}
        />
      )}
    </>
  );
}
