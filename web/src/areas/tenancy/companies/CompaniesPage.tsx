import { Button } from '@mantine/core';
import { IconBuildingStore, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { notify } from '../../../platform/ui/notify';
import { useIsAdmin } from '../../../platform/ui/organisation-options';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Cnpj } from '../../../platform/ui/table/Cnpj';
import type { Column } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { StatusBadge } from '../../../platform/ui/table/StatusBadge';
import { TwoLines } from '../../../platform/ui/table/TwoLines';
import { useTableView } from '../../../platform/ui/table/table-view';
import { CompanyForm } from './CompanyForm';
import { CompanyInvitations } from './CompanyInvitations';
import { type Company, companiesPath } from './company';

/** The companies of the tenants that the user administers; every user belongs to one. */
export function CompaniesPage() {
  const { t } = useTranslation('tenancy_settings');
  const client = useQueryClient();
  const isAdmin = useIsAdmin();
  const view = useTableView('name');
  const [edited, setEdited] = useState<Company | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Company | null>(null);
  const remove = query.useMutation('delete', `${companiesPath}/{company_id}`);
  const list = query.useQuery(
    'get',
    companiesPath,
    { params: { query: view.query } },
    { placeholderData: keepPreviousData },
  );
  const columns: readonly Column<Company>[] = [
    {
      key: 'name',
      title: t('words.name'),
      order: 'name',
      cell: (row) => <TwoLines title={row.name} note={row.key} />,
    },
    {
      key: 'tenant',
      title: t('words.tenant'),
      order: 'tenant_title',
      width: '24%',
      cell: (row) => row.tenant_title,
    },
    {
      key: 'cnpj',
      title: t('words.cnpj'),
      width: '24%',
      cell: (row) => <Cnpj value={row.cnpj} />,
    },
    { key: 'active', title: t('words.status'), width: '110px', cell: (row) => <StatusBadge active={row.active} /> },
  ];
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setEdited('new')}>
      {t('companies.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('companies.title')} description={t('companies.lead')} actions={create} />
      {isAdmin && <CompanyInvitations />}
      <DataTable
        title={t('companies.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.company_id}
        rowName={(row) => row.name}
        open={setEdited}
        actions={(row) => [
          { key: 'edit', label: t('words.edit'), icon: IconPencil, run: () => setEdited(row) },
          {
            key: 'delete',
            label: t('words.delete'),
            icon: IconTrash,
            danger: true,
            run: () => setDeleting(row),
          },
        ]}
        searchLabel={t('companies.search')}
        empty={{ icon: IconBuildingStore, title: t('companies.empty') }}
      />
      {edited !== null && <CompanyForm company={edited === 'new' ? null : edited} close={() => setEdited(null)} />}
      {deleting !== null && (
        <ConfirmDialog
          title={t('companies.delete_title', { title: deleting.name })}
          text={t('companies.delete_text')}
          action={t('words.delete')}
          close={() => setDeleting(null)}
          run={async () => {
            await remove.mutateAsync({ params: { path: { company_id: deleting.company_id } }, headers: shownInPlace });
            notify.success(t('words.deleted', { title: deleting.name }));
            await client.invalidateQueries({ queryKey: ['get', companiesPath] });
          }}
        />
      )}
    </>
  );
}
