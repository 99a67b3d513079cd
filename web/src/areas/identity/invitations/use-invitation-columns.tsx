import { Badge } from '@mantine/core';
import { IconCheck, IconClock, IconClockX, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../platform/i18n/moments';
import type { Column } from '../../../platform/ui/table/column';
import type { Invitation } from './invitation';
import classes from './invitations.module.css';

const drawings = { open: IconClock, expired: IconClockX, accepted: IconCheck, revoked: IconX } as const;

/** The columns of the invitations, with dates in the user's locale. */
export function useInvitationColumns(language: string): readonly Column<Invitation>[] {
  const { t } = useTranslation('identity_settings');
  const date = (seconds: number) => formatDay(seconds, language);
  const words = {
    open: t('invitations.status_open'),
    expired: t('invitations.status_expired'),
    accepted: t('invitations.status_accepted'),
    revoked: t('invitations.status_revoked'),
  } as const;
  const role = (row: Invitation) => {
    if (row.admin) return t('invitations.role_admin');
    return row.manager ? t('invitations.role_manager') : null;
  };
  return [
    {
      key: 'person',
      title: t('invitations.column_person'),
      order: 'name',
      cell: (row) => (
        <span className={classes['person']}>
          <span>{row.name}</span>
          <span className={classes['email']}>{row.email}</span>
        </span>
      ),
    },
    {
      key: 'place',
      title: t('invitations.column_place'),
      width: '26%',
      cell: (row) => (
        <span className={classes['person']}>
          <span>{row.group_title ?? row.company_name}</span>
          <span className={classes['email']}>{[row.tenant_title, role(row)].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    {
      key: 'status',
      title: t('invitations.column_status'),
      width: '16%',
      cell: (row) => {
        const Drawing = drawings[row.status];
        return (
          <Badge
            variant="outline"
            color="gray"
            className={classes['status'] ?? ''}
            data-status={row.status}
            leftSection={<Drawing size={14} stroke={2} aria-hidden />}
          >
            {words[row.status]}
          </Badge>
        );
      },
    },
    {
      key: 'sent',
      title: t('invitations.column_sent'),
      order: 'sent_at',
      width: '15%',
      cell: (row) => date(row.sent_at),
    },
    {
      key: 'expires',
      title: t('invitations.column_expires'),
      order: 'expires_at',
      width: '15%',
      cell: (row) => (row.ended_at === null ? date(row.expires_at) : '–'),
    },
  ];
}
