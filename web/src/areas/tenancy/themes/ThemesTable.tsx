import { Button } from '@mantine/core';
import { IconHanger, IconPalette, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { ThemeSwatch } from '../../../platform/theme/ThemeSwatch';
import { useThemeTitle } from '../../../platform/theme/use-theme-title';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { PageHeader } from '../../../platform/ui/PageHeader';
import type { Column } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { useTableView } from '../../../platform/ui/table/table-view';
import { AssignDrawer } from './AssignDrawer';
import type { Theme } from './theme';

type Props = { edit: (theme: number | 'new') => void };

export function ThemesTable({ edit }: Props) {
  const { t } = useTranslation('tenancy_settings');
  const titleOf = useThemeTitle();
  const view = useTableView('theme_title');
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<Theme | null>(null);
  const [giving, setGiving] = useState<Theme | null>(null);
  const remove = query.useMutation('delete', '/api/core/theme/{theme_id}');
  const list = query.useQuery(
    'get',
    '/api/core/theme/admin',
    { params: { query: view.query } },
    { placeholderData: keepPreviousData },
  );
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => edit('new')}>
      {t('themes.new')}
    </Button>
  );
  const columns: readonly Column<Theme>[] = [
    { key: 'title', title: t('themes.fields.title'), order: 'theme_title', cell: titleOf },
    {
      key: 'colors',
      title: t('themes.fields.colors'),
      width: '20%',
      cell: (row) => <ThemeSwatch config={row.theme_config} />,
    },
    { key: 'key', title: t('themes.fields.key'), order: 'theme_key', width: '22%', cell: (row) => row.theme_key },
    {
      key: 'tenant',
      title: t('themes.fields.tenant'),
      order: 'tenant_id',
      width: '24%',
      cell: (row) => row.tenant_title ?? t('themes.platform'),
    },
  ];
  const give = (theme: Theme) => ({
    key: 'give',
    label: t('themes.give.open'),
    icon: IconHanger,
    run: () => setGiving(theme),
  });
  const change = (theme: Theme) => [
    { key: 'edit', label: t('themes.edit'), icon: IconPencil, run: () => edit(theme.theme_id) },
    { key: 'delete', label: t('themes.delete'), icon: IconTrash, danger: true, run: () => setDeleting(theme) },
  ];
  const destroy = async ({ theme_id }: Theme) => {
    await remove.mutateAsync({ params: { path: { theme_id } }, headers: shownInPlace });
    await client.invalidateQueries({ queryKey: ['get', '/api/core/theme/admin'] });
  };
  return (
    <>
      <PageHeader title={t('themes.title')} description={t('themes.lead')} actions={create} />
      <DataTable
        title={t('themes.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.theme_id}
        rowName={titleOf}
        open={(row) => (row.tenant_id === null ? setGiving(row) : edit(row.theme_id))}
        actions={(row) => (row.tenant_id === null ? [give(row)] : [give(row), ...change(row)])}
        searchLabel={t('themes.search')}
        empty={{ icon: IconPalette, title: t('themes.empty'), action: create }}
      />
      {giving !== null && <AssignDrawer theme={giving} close={() => setGiving(null)} />}
      {deleting !== null && (
        <ConfirmDialog
          title={t('themes.delete')}
          text={t('themes.delete_question', { title: titleOf(deleting) })}
          action={t('themes.delete')}
          run={() => destroy(deleting)}
          close={() => setDeleting(null)}
        />
      )}
    </>
  );
}
