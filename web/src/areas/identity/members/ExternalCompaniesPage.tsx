import { Button } from '@mantine/core';
import { IconBuildingCommunity, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { useSession } from '../../../platform/session/use-session';
import { BackLink } from '../../../platform/ui/BackLink';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { notify } from '../../../platform/ui/notify';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Chip } from '../../../platform/ui/table/Chip';
import type { Column, RowAction } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { PageTrouble } from '../../../platform/ui/table/PageTrouble';
import { TwoLines } from '../../../platform/ui/table/TwoLines';
import { useTableView } from '../../../platform/ui/table/table-view';
import { InviteCompanyForm } from './InviteCompanyForm';
import { externalPath, groupPath, mayInvite } from './member';

type ExternalCompany = Schema<'ExternalCompany'>;

const route = getRouteApi('/shell/settings/core/group/$groupId/external_companies');

/** Companies of other tenants whose people can work in a group. */
export function ExternalCompaniesPage() {
  const { t } = useTranslation('identity_settings');
  const { groupId } = route.useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const view = useTableView('name');
  const session = useSession();
  const [inviting, setInviting] = useState(false);
  const [removed, setRemoved] = useState<ExternalCompany | null>(null);
  const params = { path: { user_group_id: groupId } };
  const { data: group, error, refetch } = query.useQuery('get', groupPath, { params, headers: shownInPlace });
  const whole = query.useQuery('get', externalPath, { params, headers: shownInPlace });
  const remove = query.useMutation('delete', '/api/core/company/{company_id}/usergroup/{user_group_id}');
  // There are few of them, so the page itself searches and pages.
  const found = (whole.data?.items ?? []).filter((one) =>
    `${one.name} ${one.tenant_title}`.toLocaleLowerCase().includes(view.q.toLocaleLowerCase()),
  );
  const { offset, limit } = view.query;
  const list = {
    ...whole,
    data: whole.data && { items: found.slice(offset, offset + limit), total: found.length },
  };
  const columns: readonly Column<ExternalCompany>[] = [
    {
      key: 'name',
      title: t('words.name'),
      cell: (row) => <TwoLines title={row.name} {...(row.tenant_title !== row.name && { note: row.tenant_title })} />,
    },
    {
      key: 'state',
      title: t('words.status'),
      width: '30%',
      cell: (row) => (
        <Chip strong={row.accepted_at !== null}>
          {row.accepted_at === null ? t('external.waiting') : t('external.accepted')}
        </Chip>
      ),
    },
  ];
  const actions = (row: ExternalCompany): readonly RowAction[] => [
    ...(row.accepted_at === null
      ? []
      : [
          {
            key: 'users',
            label: t('words.members'),
            icon: IconUsers,
            run: () =>
              void navigate({
                to: `/settings/core/company/${row.company_id}/group/${groupId}/users/${row.tenant_id}`,
              }),
          },
        ]),
    {
      key: 'remove',
      label: t('external.remove'),
      icon: IconTrash,
      danger: true,
      run: () => setRemoved(row),
    },
  ];
  const invite = session !== null && group !== undefined && mayInvite(session.user, group) && (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setInviting(true)}>
      {t('external.invite')}
    </Button>
  );
  const back = <BackLink to="/settings/core/group" label={t('words.groups')} />;
  if (group === undefined && error !== null) {
    return <PageTrouble back={back} title={t('external.title')} error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        back={back}
        title={t('external.title')}
        description={group && t('external.lead', { group: group.group_title })}
        actions={invite || undefined}
      />
      <DataTable
        title={t('external.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.company_id}
        rowName={(row) => row.name}
        actions={actions}
        searchLabel={t('external.search')}
        empty={{
          icon: IconBuildingCommunity,
          title: t('external.empty'),
          ...(invite !== false && { description: t('external.empty_more') }),
        }}
      />
      {inviting && <InviteCompanyForm groupId={groupId} close={() => setInviting(false)} />}
      {removed !== null && (
        <ConfirmDialog
          title={t('external.remove_title', { name: removed.name })}
          text={t('external.remove_text')}
          action={t('external.remove')}
          close={() => setRemoved(null)}
          run={async () => {
            const whose = { path: { company_id: removed.company_id, user_group_id: groupId } };
            await remove.mutateAsync({ params: whose, headers: shownInPlace });
            notify.success(t('external.removed', { name: removed.name }));
            await client.invalidateQueries({ queryKey: ['get', externalPath] });
          }}
        />
      )}
    </>
  );
}
