import { Button } from '@mantine/core';
import { IconPlus, IconUserMinus, IconUserStar, IconUsers, IconUserX } from '@tabler/icons-react';
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
import { Chip } from '../../../platform/ui/table/Chip';
import type { Column, RowAction } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { PageTrouble } from '../../../platform/ui/table/PageTrouble';
import { PersonCell } from '../../../platform/ui/table/PersonCell';
import { useTableView } from '../../../platform/ui/table/table-view';
import { AddMembers } from './AddMembers';
import { groupPath, type Member, memberPath, membersPath } from './member';

const route = getRouteApi('/shell/settings/core/company/$companyId/group/$groupId/users/{-$originTenant}');

/** The people of a group; with an origin tenant, only those of an invited company. */
export function GroupUsersPage() {
  const { t } = useTranslation('identity_settings');
  const { companyId, groupId, originTenant } = route.useParams();
  const client = useQueryClient();
  const view = useTableView('name');
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const path = { user_group_id: groupId };
  const lent = originTenant === undefined ? {} : { origin_tenant: originTenant, company_id: companyId };
  const { data: group, error, refetch } = query.useQuery('get', groupPath, { params: { path }, headers: shownInPlace });
  const list = query.useQuery(
    'get',
    membersPath,
    { params: { path, query: { ...view.query, ...lent } }, headers: shownInPlace },
    { placeholderData: keepPreviousData },
  );
  const put = query.useMutation('put', memberPath);
  const remove = query.useMutation('delete', memberPath);
  const refresh = () => client.invalidateQueries({ queryKey: ['get', membersPath] });
  const params = (member: Member) => ({ path: { ...path, users_id: member.users_id } });
  const makeManager = async (member: Member, manager: boolean) => {
    await put.mutateAsync({ params: params(member), body: { manager } });
    notify.success(t(manager ? 'members.made_manager' : 'members.unmade_manager', { name: member.name }));
    await refresh();
  };
  const takeOut = async (member: Member) => {
    await remove.mutateAsync({ params: params(member), headers: shownInPlace });
    notify.success(t('members.removed', { name: member.name }));
    await refresh();
  };
  const columns: readonly Column<Member>[] = [
    { key: 'name', title: t('words.name'), order: 'name', cell: (row) => <PersonCell person={row} /> },
    { key: 'company', title: t('words.company'), width: '28%', cell: (row) => row.company_name },
    {
      key: 'manager',
      title: t('members.standing'),
      order: 'manager',
      width: '22%',
      cell: (row) => (
        <Chip strong={row.manager === 1}>{row.manager === 1 ? t('roles.manager') : t('members.member')}</Chip>
      ),
    },
  ];
  const actions = (row: Member): readonly RowAction[] => [
    row.manager === 1
      ? {
          key: 'unmake',
          label: t('members.unmake_manager'),
          icon: IconUserX,
          run: () => void makeManager(row, false),
        }
      : {
          key: 'make',
          label: t('members.make_manager'),
          icon: IconUserStar,
          run: () => void makeManager(row, true),
        },
    {
      key: 'remove',
      label: t('members.remove'),
      icon: IconUserMinus,
      danger: true,
      run: () => setLeaving(row),
    },
  ];
  const add = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setAdding(true)}>
      {t('members.add')}
    </Button>
  );
  const title = group?.group_title ?? '';
  const back = <BackLink to="/settings/core/group" label={t('words.groups')} />;
  if (group === undefined && error !== null) {
    return <PageTrouble back={back} title={t('words.members')} error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        back={back}
        title={group === undefined ? t('words.members') : t('members.title', { group: title })}
        description={originTenant === undefined ? t('members.lead') : t('members.lead_lent')}
        actions={add}
      />
      <DataTable
        title={t('words.members')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.users_id}
        rowName={(row) => row.name}
        actions={actions}
        searchLabel={t('users.search')}
        empty={{ icon: IconUsers, title: t('members.empty'), description: t('members.empty_more') }}
      />
      {adding && <AddMembers groupId={groupId} from={lent} close={() => setAdding(false)} />}
      {leaving !== null && (
        <ConfirmDialog
          title={t('members.remove_title', { name: leaving.name })}
          text={t('members.remove_text', { group: title })}
          action={t('members.remove')}
          close={() => setLeaving(null)}
          run={() => takeOut(leaving)}
        />
      )}
    </>
  );
}
