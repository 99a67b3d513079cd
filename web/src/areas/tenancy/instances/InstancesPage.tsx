import { Button } from '@mantine/core';
import { IconApps, IconPencil, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { PageHeader } from '../../../platform/ui/PageHeader';
import type { Column } from '../../../platform/ui/table/column';
import { DataTable } from '../../../platform/ui/table/DataTable';
import { useTableView } from '../../../platform/ui/table/table-view';
import { InstanceForm } from './InstanceForm';
import { type ApplicationInstance, isHere } from './instance';

const icon = { size: 18, stroke: 2, 'aria-hidden': true } as const;

/** The instances of applications that tenants can be given. */
export function InstancesPage() {
  const { t } = useTranslation('tenancy_settings');
  const view = useTableView('application_instance_title');
  const [edited, setEdited] = useState<ApplicationInstance | 'new' | null>(null);
  const list = query.useQuery(
    'get',
    '/api/core/application_instance',
    { params: { query: view.query } },
    { placeholderData: keepPreviousData },
  );
  const create = (
    <Button leftSection={<IconPlus {...icon} />} onClick={() => setEdited('new')}>
      {t('instances.new')}
    </Button>
  );
  const columns: readonly Column<ApplicationInstance>[] = [
    {
      key: 'title',
      title: t('instances.field_title'),
      order: 'application_instance_title',
      cell: (row) => row.application_instance_title,
    },
    {
      key: 'application',
      title: t('instances.column_application'),
      order: 'application_id',
      width: '26%',
      cell: (row) => t(`applications.${row.application_key}`),
    },
    {
      key: 'url',
      title: t('instances.column_url'),
      width: '34%',
      cell: (row) => (isHere(row) ? t('instances.here') : row.access_url),
    },
  ];
  return (
    <>
      <PageHeader title={t('instances.title')} description={t('instances.lead')} actions={create} />
      <DataTable
        title={t('instances.title')}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.application_instance_id}
        rowName={(row) => row.application_instance_title}
        open={setEdited}
        actions={(row) => [{ key: 'edit', label: t('instances.edit'), icon: IconPencil, run: () => setEdited(row) }]}
        searchLabel={t('instances.search')}
        empty={{
          icon: IconApps,
          title: t('instances.empty'),
          description: t('instances.empty_more'),
        }}
      />
      {edited !== null && <InstanceForm instance={edited === 'new' ? null : edited} close={() => setEdited(null)} />}
    </>
  );
}
