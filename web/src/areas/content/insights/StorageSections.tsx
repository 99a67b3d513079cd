import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../platform/i18n/moments';
import { Skeleton } from '../Skeleton';
import { CsvLink } from './CsvLink';
import classes from './EntryLine.module.css';
import { exportUrl, type Storage, storageQuery } from './insights-queries';
import { PartError } from './PartError';
import { Section } from './Section';
import { type Share, StorageList } from './StorageList';
import places from './StorageSections.module.css';

/** Which folders, and whose files, take space. */
export function StorageSections({ appId, nodeId }: { appId: number; nodeId: number }) {
  const { t, i18n } = useTranslation('content_panel');
  const { data, isPending, isError, refetch } = useQuery(storageQuery(appId, nodeId));
  const [byFolder, byPerson] = [t('insights.storage.folders'), t('insights.storage.people')];
  if (data && data.surveyed_at !== null) {
    const about = t('insights.storage.asOf', { moment: formatMoment(data.surveyed_at, i18n.language) });
    return (
      <div className={places['two']}>
        <Section
          title={byFolder}
          about={about}
          action={<CsvLink href={exportUrl(appId, nodeId, 'folders')} of={byFolder} />}
        >
          <StorageList
            label={byFolder}
            appId={appId}
            shares={folderShares(data)}
            total={data.total}
            rest={{ words: t('insights.storage.elsewhere'), amount: data.elsewhere }}
          />
        </Section>
        <Section
          title={byPerson}
          about={about}
          action={<CsvLink href={exportUrl(appId, nodeId, 'people')} of={byPerson} />}
        >
          <StorageList
            label={byPerson}
            appId={appId}
            shares={personShares(data)}
            total={data.total}
            rest={{ words: t('insights.storage.others'), amount: data.others }}
          />
        </Section>
      </div>
    );
  }
  return (
    <Section title={t('insights.storage.title')}>
      {isPending && <Skeleton height={160} radius="md" />}
      {isError && !data && <PartError retry={() => void refetch()} />}
      {data && <p className={classes['empty']}>{t('insights.storage.notYet')}</p>}
    </Section>
  );
}

const folderShares = ({ folders }: Storage): Share[] =>
  folders.map(({ entry, files, bytes }) => ({
    key: entry.node_id,
    name: entry.name,
    folder: entry.node_id,
    files,
    bytes,
  }));

const personShares = ({ people }: Storage): Share[] =>
  people.map(({ users_id, name, files, bytes }) => ({ key: users_id, name, files, bytes }));
