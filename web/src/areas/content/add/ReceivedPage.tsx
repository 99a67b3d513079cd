import { IconFile, IconShare2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { readInput } from '../../../platform/uploads/dropped-files';
import { useUploads } from '../../../platform/uploads/uploads-context';
import { WithLibrary } from '../home/WithLibrary';
import { PlaceIcon, PlaceRow } from './PlaceRow';
import rows from './PlaceRow.module.css';
import classes from './ReceivedPage.module.css';
import { forgetReceived, receivedQuery } from './received-files';
import { type Place, usePlaces } from './use-places';

/** Asks where files go that another app of the device shared with this one. */
export function ReceivedPage() {
  return <WithLibrary>{(appId) => <Received appId={appId} />}</WithLibrary>;
}

function Received({ appId }: { appId: number }) {
  const { t } = useTranslation('content');
  const [client, navigate] = [useQueryClient(), useNavigate()];
  const { startUpload } = useUploads();
  const files = useQuery(receivedQuery).data;
  const places = usePlaces(appId);
  if (files === undefined || places === null) return null;
  if (files.length === 0) {
    const [title, description] = [t('add.received.empty'), t('add.received.how')];
    return <EmptyState icon={IconShare2} title={title} description={description} headingLevel={1} />;
  }
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
  const picture = usePicture(file);
  return (
    <li className={classes['file']}>
      {picture === null ? (
        <IconFile size={20} stroke={1.7} aria-hidden />
      ) : (
        <img className={classes['picture']} src={picture} alt="" />
      )}
      <span className={classes['name']} dir="auto">
        {file.name}
      </span>
      <span className={classes['size']}>{formatSize(file.size, i18n.language)}</span>
    </li>
  );
}

/** The address of the picture that the file is; null for another file. */
function usePicture(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
