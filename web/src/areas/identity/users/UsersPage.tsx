import { Button, Select } from '@mantine/core';
import { IconPencil, IconPlus, IconTableImport, IconUser } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { loadChunk } from '../../../platform/routing/page';
import { useTenantOptions } from '../../../platform/ui/organisation-options';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Chip, Chips } from '../../../platform/ui/table/Chip';
import type { Column } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { PersonCell } from '../../../platform/ui/table/PersonCell';
import { StatusBadge } from '../../../platform/ui/table/StatusBadge';
import { useTableView } from '../../../platform/ui/table/table-view';
import { UserForm } from './UserForm';
import { roleWords, telling, type UserRecord, usersPath } from './user';

const NewUserForm = lazy(() =>
  loadChunk(() => import('./NewUserForm')).then((module) => ({ default: module.NewUserForm })),
);
const BatchForm = lazy(() => loadChunk(() => import('./BatchForm')).then((module) => ({ default: module.BatchForm })));

/** All users that the asker administers. */
export function UsersPage() {
  const { t } = useTranslation('identity_settings');
  const view = useTableView('name');
  const tenants = useTenantOptions();
  const [tenant, setTenant] = useState<number | null>(null);
  const [edited, setEdited] = useState<UserRecord | 'new' | 'batch' | null>(null);
  const list = query.useQuery(
    'get',
    usersPath,
    { params: { query: { ...view.query, ...(tenant !== null && { tenant_id: tenant }) } } },
    { placeholderData: keepPreviousData },
  );
  const columns: readonly Column<UserRecord>[] = [
    { key: 'name', title: t('words.name'), order: 'name', cell: (row) => <PersonCell person={row} /> },
    {
      key: 'roles',
      title: t('users.roles'),
      width: '20%',
      cell: (row) => (
        <Chips>
          {telling(row.roles).map((role) => (
            <Chip key={role} strong={role === 'USER_MASTER' || role === 'USER_ADMIN'}>
              {t(roleWords[role])}
            </Chip>
          ))}
        </Chips>
      ),
    },
    { key: 'company', title: t('words.company'), width: '24%', cell: (row) => row.company_name ?? '–' },
    { key: 'active', title: t('words.status'), width: '110px', cell: (row) => <StatusBadge active={row.active} /> },
  ];
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setEdited('new')}>
      {t('users.new')}
    </Button>
  );
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconTableImport size={18} stroke={1.7} aria-hidden />}
        onClick={() => setEdited('batch')}
      >
        {t('users.batch')}
      </Button>
      {create}
    </>
  );
  const filter = tenants.length > 1 && (
    <Select
      aria-label={t('users.of_tenant')}
      placeholder={t('users.all_tenants')}
      data={tenants.map(({ value, label }) => ({ value: String(value), label }))}
      value={tenant === null ? null : String(tenant)}
      onChange={(value) => {
        setTenant(value === null ? null : Number(value));
        view.show({});
      }}
      clearable
      searchable
      w={220}
    />
  );
  const close = () => setEdited(null);
  return (
    <>
      <PageHeader title={t('users.title')} description={t('users.lead')} actions={actions} />
      <DataTable
        title={t('users.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.users_id}
        rowName={(row) => row.name}
        open={setEdited}
        actions={(row) => [{ key: 'edit', label: t('words.edit'), icon: IconPencil, run: () => setEdited(row) }]}
        searchLabel={t('users.search')}
        tools={filter}
        empty={{ icon: IconUser, title: t('users.empty') }}
      />
      <Suspense>
        {edited === 'new' && <NewUserForm close={close} />}
        {edited === 'batch' && <BatchForm close={close} />}
      </Suspense>
      {edited !== null && typeof edited === 'object' && <UserForm user={edited} close={close} />}
    </>
  );
}
