import { IconShare2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { usePageTitle } from '../../../platform/ui/use-page-title';
import { readInput } from '../../../platform/uploads/dropped-files';
import { LocalPicture } from '../../../platform/uploads/LocalPicture';
import { useUploads } from '../../../platform/uploads/uploads-context';
import { WithLibrary } from '../home/WithLibrary';
import { PlaceIcon, PlaceRow } from './PlaceRow';
import rows from './PlaceRow.module.css';
import classes from './ReceivedPage.module.css';
import { forgetReceived, receivedQuery } from './received-files';
import { type Place, usePlaces } from './use-places';

/** Asks where files go that another app of the device shared with this one. */
export function ReceivedPage() {
  const { t } = useTranslation('content');
  const none = <Nothing title={t('add.received.empty')} description={t('add.received.nowhere')} />;
  return <WithLibrary otherwise={none}>{(appId) => <Received appId={appId} />}</WithLibrary>;
}

function Nothing({ title, description }: { title: string; description: string }) {
  usePageTitle(title);
  return <EmptyState icon={IconShare2} title={title} description={description} headingLevel={1} />;
}

function Received({ appId }: { appId: number }) {
  const { t } = useTranslation('content');
  const [client, navigate] = [useQueryClient(), useNavigate()];
  const { startUpload } = useUploads();
  const files = useQuery(receivedQuery).data;
  const places = usePlaces(appId);
  if (files === undefined || places === null) return null;
  if (files.length === 0) return <Nothing title={t('add.received.empty')} description={t('add.received.how')} />;
  const add = ({ nodeId, name }: Place) => {
    startUpload({ appId, nodeId, name }, readInput(files));
    void forgetReceived(client);
    void navigate({ to: '/content/$appId/navigation/$parentId', params: { appId, parentId: nodeId }, replace: true });
  };
  return (
    <div className={classes['page']}>
      <PageHeader title={t('add.received.title', { count: files.length })} />
      <ul className={classes['files']}>
        {files.map((file) => (
          <FileRow key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />
        ))}
      </ul>
      <h2 className={classes['where']}>{t('add.where')}</h2>
      {places.length === 0 && <p className={classes['nowhere']}>{t('add.received.nowhere')}</p>}
      <ul className={rows['list']}>
        {places.map((place) => (
          <PlaceRow
            key={place.nodeId}
            label={place.name}
            picture={<PlaceIcon place={place} />}
            run={() => add(place)}
          />
        ))}
      </ul>
    </div>
  );
}

function FileRow({ file }: { file: File }) {
  const { i18n } = useTranslation('content');
  return (
    <li className={classes['file']}>
      <LocalPicture file={file} size={40} />
      <span className={classes['name']} dir="auto">
        {file.name}
      </span>
      <span className={classes['size']}>{formatSize(file.size, i18n.language)}</span>
    </li>
  );
}
