import { Button } from '@mantine/core';
import { IconAspectRatio, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { notify } from '../../../platform/ui/notify';
import { PageHeader } from '../../../platform/ui/PageHeader';
import type { Column } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { TwoLines } from '../../../platform/ui/table/TwoLines';
import { useTableView } from '../../../platform/ui/table/table-view';
import { ShapeDrawing } from '../download-as/ShapeDrawing';
import { DownloadSizeForm } from './DownloadSizeForm';
import { FORMATS, type Preset, presetsPath } from './download-size';
import { UsualSizes } from './UsualSizes';
import { useSizeWords } from './use-size-words';

const route = getRouteApi('/shell/content/$appId/settings/download_size');

/** The named sizes and formats in which the people of a tenant download pictures. */
export function DownloadSizesPage() {
  const { t } = useTranslation('content_settings');
  const { appId } = route.useParams();
  const client = useQueryClient();
  const view = useTableView('name');
  const { pixels, fitWord } = useSizeWords();
  const [edited, setEdited] = useState<Preset | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Preset | null>(null);
  const remove = query.useMutation('delete', `${presetsPath}/{preset_id}`);
  const path = { application_instance_id: appId };
  const list = query.useQuery(
    'get',
    presetsPath,
    { params: { path, query: view.query } },
    { placeholderData: keepPreviousData },
  );
  const columns: readonly Column<Preset>[] = [
    {
      key: 'name',
      title: t('download_sizes.name'),
      order: 'name',
      cell: (row) => <TwoLines title={row.name} note={`${pixels(row)}, ${fitWord(row.fit)}`} />,
    },
    { key: 'shape', title: t('download_sizes.shape'), width: '90px', cell: (row) => <ShapeDrawing {...row} /> },
    {
      key: 'format',
      title: t('download_sizes.format'),
      order: 'format',
      width: '20%',
      cell: (row) =>
        row.format === 'png'
          ? FORMATS.png
          : t('download_sizes.format_of', { format: FORMATS[row.format], quality: row.quality }),
    },
    {
      key: 'tenant',
      title: t('repositories.tenant'),
      order: 'tenant_title',
      width: '24%',
      cell: (row) => row.tenant_title,
    },
  ];
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setEdited('new')}>
      {t('download_sizes.new')}
    </Button>
  );
  const usual = <UsualSizes appId={appId} />;
  return (
    <>
      <PageHeader title={t('download_sizes.title')} description={t('download_sizes.lead')} actions={create} />
      <DataTable
        title={t('download_sizes.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.preset_id}
        rowName={(row) => row.name}
        open={setEdited}
        actions={(row) => [
          { key: 'edit', label: t('edit'), icon: IconPencil, run: () => setEdited(row) },
          {
            key: 'delete',
            label: t('download_sizes.delete'),
            icon: IconTrash,
            danger: true,
            run: () => setDeleting(row),
          },
        ]}
        searchLabel={t('download_sizes.search')}
        empty={{
          icon: IconAspectRatio,
          title: t('download_sizes.empty'),
          description: t('download_sizes.empty_more'),
          action: usual,
        }}
      />
      {edited !== null && (
        <DownloadSizeForm appId={appId} preset={edited === 'new' ? null : edited} close={() => setEdited(null)} />
      )}
      {deleting !== null && (
        <ConfirmDialog
          title={t('download_sizes.delete_title', { title: deleting.name })}
          text={t('download_sizes.delete_text')}
          action={t('download_sizes.delete')}
          close={() => setDeleting(null)}
          run={async () => {
            const params = { path: { ...path, preset_id: deleting.preset_id } };
            await remove.mutateAsync({ params, headers: shownInPlace });
            notify.success(t('download_sizes.deleted', { title: deleting.name }));
            await client.invalidateQueries({ queryKey: ['get', presetsPath] });
          }}
        />
      )}
    </>
  );
}
