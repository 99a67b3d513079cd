import { Button } from '@mantine/core';
import { IconBuildingCommunity, IconPencil, IconPlus, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Chip, Chips } from '../../../platform/ui/table/Chip';
import type { Column, RowAction } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { StatusBadge } from '../../../platform/ui/table/StatusBadge';
import { TwoLines } from '../../../platform/ui/table/TwoLines';
import { useTableView } from '../../../platform/ui/table/table-view';
import { catalogue } from '../instances/instance';
import { GroupForm } from './GroupForm';
import { groupsPath, type UserGroup } from './group';

/** The groups of one's tenants for an admin; for a manager, those they manage. */
export function GroupsPage() {
  const { t } = useTranslation('tenancy_settings');
  const navigate = useNavigate();
  const view = useTableView('group_title');
  const [edited, setEdited] = useState<UserGroup | 'new' | null>(null);
  const list = query.useQuery(
    'get',
    groupsPath,
    { params: { query: view.query } },
    { placeholderData: keepPreviousData },
  );
  const application = (id: number) => {
    const known = catalogue.find((one) => one.id === id);
    return known === undefined ? `#${id}` : t(`applications.${known.key}`);
  };
  const columns: readonly Column<UserGroup>[] = [
    {
      key: 'title',
      title: t('groups.field_title'),
      order: 'group_title',
      cell: (row) => <TwoLines title={row.group_title} note={row.group_key} />,
    },
    {
      key: 'company',
      title: t('words.company'),
      order: 'company_name',
      width: '26%',
      cell: (row) => <TwoLines title={row.company_name} note={row.tenant_title} />,
    },
    {
      key: 'applications',
      title: t('tenants.applications'),
      width: '26%',
      cell: (row) => (
        <Chips>
          {row.application_ids.length === 0
            ? '–'
            : row.application_ids.map((id) => <Chip key={id}>{application(id)}</Chip>)}
        </Chips>
      ),
    },
    { key: 'active', title: t('words.status'), width: '110px', cell: (row) => <StatusBadge active={row.active} /> },
  ];
  const actions = (row: UserGroup): readonly RowAction[] => [
    { key: 'edit', label: t('words.edit'), icon: IconPencil, run: () => setEdited(row) },
    {
      key: 'users',
      label: t('groups.members'),
      icon: IconUsers,
      run: () => void navigate({ to: `/settings/core/company/${row.company_id}/group/${row.user_group_id}/users` }),
    },
    {
      key: 'external',
      label: t('groups.external'),
      icon: IconBuildingCommunity,
      run: () => void navigate({ to: `/settings/core/group/${row.user_group_id}/external_companies` }),
    },
  ];
  // The users of this screen manage a group or a tenant, and can create another group.
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setEdited('new')}>
      {t('groups.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('groups.title')} description={t('groups.lead')} actions={create} />
      <DataTable
        title={t('groups.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.user_group_id}
        rowName={(row) => row.group_title}
        open={setEdited}
        actions={actions}
        searchLabel={t('groups.search')}
        empty={{
          icon: IconUsersGroup,
          title: t('groups.empty'),
          description: t('groups.empty_more'),
        }}
      />
      {edited !== null && <GroupForm group={edited === 'new' ? null : edited} close={() => setEdited(null)} />}
    </>
  );
}
