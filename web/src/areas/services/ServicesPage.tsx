import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { query } from '../../platform/api/client';
import { PageHeader } from '../../platform/ui/PageHeader';
import { Panel } from '../../platform/ui/Panel';
import { TableSkeleton } from '../../platform/ui/table/TableSkeleton';
import { TableTrouble } from '../../platform/ui/table/TableTrouble';
import { Emails } from './Emails';
import { ServiceRow } from './ServiceRow';
import classes from './ServicesPage.module.css';

const kinds = ['program', 'database', 'file_server', 'stored_files', 'mail', 'queue', 'engine'] as const;

/** The services of the installation, checked every half minute. */
export function ServicesPage() {
  const { t } = useTranslation('services_settings');
  const look = query.useQuery('get', '/api/core/service', {}, { refetchInterval: 30_000 });
  const { data, error, isPending, isFetching, refetch } = look;
  const again = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={isFetching && !isPending}
      onClick={() => void refetch()}
    >
      {t('again')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} actions={again} />
      {isPending && <TableSkeleton rows={8} />}
      {error !== null && data === undefined && <TableTrouble error={error} retry={refetch} />}
      {data !== undefined &&
        kinds.map((kind) => {
          const services = data.items.filter((service) => service.kind === kind);
          if (services.length === 0) return null;
          return (
            <Panel key={kind} title={t(`kinds.${kind}`)}>
              <ul className={classes['list']}>
                {services.map((service) => (
                  <ServiceRow key={`${service.name} ${service.place}`} service={service} />
                ))}
              </ul>
              {kind === 'mail' && <Emails />}
            </Panel>
          );
        })}
    </>
  );
}
