import { Button } from '@mantine/core';
import { IconMailForward, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { currentLanguage } from '../../../platform/i18n/i18n';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { notify } from '../../../platform/ui/notify';
import { PageHeader } from '../../../platform/ui/PageHeader';
import type { RowAction } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { useTableView } from '../../../platform/ui/table/table-view';
import { InvitationForm } from './InvitationForm';
import { type Invitation, isAnswerable, path } from './invitation';
import { useInvitationColumns } from './use-invitation-columns';

const icon = { size: 18, stroke: 2, 'aria-hidden': true } as const;

/** Invitations: who was invited where, and their state. */
export function InvitationsPage() {
  const { t } = useTranslation('identity_settings');
  const client = useQueryClient();
  const view = useTableView('-sent_at');
  const columns = useInvitationColumns(currentLanguage());
  const [inviting, setInviting] = useState(false);
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  const list = query.useQuery('get', path, { params: { query: view.query } }, { placeholderData: keepPreviousData });
  const resend = query.useMutation('post', `${path}/{invitation_id}/resend`);
  const revoke = query.useMutation('delete', `${path}/{invitation_id}`);
  const again = () => client.invalidateQueries({ queryKey: ['get', path] });
  const sendAgain = (row: Invitation) =>
    resend.mutate(
      { params: { path: { invitation_id: row.invitation_id } } },
      {
        onSuccess: async () => {
          notify.success(t('invitations.resent', { email: row.email }));
          await again();
        },
      },
    );
  const actions = (row: Invitation): readonly RowAction[] =>
    isAnswerable(row)
      ? [
          { key: 'resend', label: t('invitations.resend'), icon: IconSend, run: () => sendAgain(row) },
          {
            key: 'revoke',
            label: t('invitations.revoke'),
            icon: IconTrash,
            run: () => setRevoked(row),
            danger: true,
          },
        ]
      : [];
  const invite = (
    <Button leftSection={<IconPlus {...icon} />} onClick={() => setInviting(true)}>
      {t('invitations.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('invitations.title')} description={t('invitations.lead')} actions={invite} />
      <DataTable
        title={t('invitations.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.invitation_id}
        rowName={(row) => row.name}
        actions={actions}
        searchLabel={t('invitations.search')}
        empty={{
          icon: IconMailForward,
          title: t('invitations.empty'),
          description: t('invitations.empty_more'),
          action: invite,
        }}
      />
      {inviting && <InvitationForm close={() => setInviting(false)} />}
      {revoked !== null && (
        <ConfirmDialog
          title={t('invitations.revoke_title')}
          text={t('invitations.revoke_text', { name: revoked.name })}
          action={t('invitations.revoke')}
          run={async () => {
            const params = { path: { invitation_id: revoked.invitation_id } };
            await revoke.mutateAsync({ params, headers: shownInPlace });
            await again();
          }}
          close={() => setRevoked(null)}
        />
      )}
    </>
  );
}
