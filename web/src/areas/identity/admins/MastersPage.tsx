import { Button } from '@mantine/core';
import { IconPlus, IconShieldOff, IconShieldStar } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { notify } from '../../../platform/ui/notify';
import { PageHeader } from '../../../platform/ui/PageHeader';
import type { Column } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { PersonCell } from '../../../platform/ui/table/PersonCell';
import { StatusBadge } from '../../../platform/ui/table/StatusBadge';
import { useTableView } from '../../../platform/ui/table/table-view';
import { type UserRecord, usersPath } from '../users/user';
import { MasterForm } from './MasterForm';

/** The administrators of the whole installation. Masters see no tenant's content by that. */
export function MastersPage() {
  const { t } = useTranslation('identity_settings');
  const client = useQueryClient();
  const view = useTableView('name');
  const [adding, setAdding] = useState(false);
  const [unmade, setUnmade] = useState<UserRecord | null>(null);
  const update = query.useMutation('put', `${usersPath}/{users_id}`);
  const list = query.useQuery(
    'get',
    usersPath,
    { params: { query: { ...view.query, master: true } } },
    { placeholderData: keepPreviousData },
  );
  const columns: readonly Column<UserRecord>[] = [
    { key: 'name', title: t('words.name'), order: 'name', cell: (row) => <PersonCell person={row} /> },
    { key: 'company', title: t('words.company'), width: '28%', cell: (row) => row.company_name ?? '–' },
    { key: 'active', title: t('words.status'), width: '120px', cell: (row) => <StatusBadge active={row.active} /> },
  ];
  const add = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setAdding(true)}>
      {t('masters.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('masters.title')} description={t('masters.lead')} actions={add} />
      <DataTable
        title={t('masters.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.users_id}
        rowName={(row) => row.name}
        actions={(row) => [
          {
            key: 'unmake',
            label: t('masters.unmake'),
            icon: IconShieldOff,
            danger: true,
            run: () => setUnmade(row),
          },
        ]}
        searchLabel={t('users.search')}
        empty={{ icon: IconShieldStar, title: t('masters.empty') }}
      />
      {adding && <MasterForm close={() => setAdding(false)} />}
      {unmade !== null && (
        <ConfirmDialog
          title={t('masters.unmake_title', { name: unmade.name })}
          text={t('masters.unmake_text')}
          action={t('masters.unmake')}
          close={() => setUnmade(null)}
          run={async () => {
            const { users_id, name } = unmade;
            await update.mutateAsync({
              params: { path: { users_id } },
              body: { name, master: false },
              headers: shownInPlace,
            });
            notify.success(t('masters.unmade', { name }));
            await client.invalidateQueries({ queryKey: ['get', usersPath] });
          }}
        />
      )}
    </>
  );
}
