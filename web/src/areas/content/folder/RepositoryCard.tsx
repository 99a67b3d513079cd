import { IconLibraryPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { placeholderUrl } from '../entry/placeholder';
import { usePictures } from '../entry/use-pictures';
import { type Entry, type Repository, repositoryGlimpseQuery } from '../queries';
import classes from './RepositoryCard.module.css';

const hasPicture = (entry: Entry) => entry.preview.status === 'ready';

/** A repository with its newest pictures. */
export function RepositoryCard({ appId, repository }: { appId: number; repository: Repository }) {
  const { t } = useTranslation('content');
  const pictureOf = usePictures(appId);
  const { data } = useQuery({
    ...repositoryGlimpseQuery(appId, repository.node_id),
    enabled: repository.role !== null,
  });
  const firstFolder = data?.items.find((entry) => entry.node_type === 'folder' && entry.role !== null);
  const inside = useQuery({
    ...repositoryGlimpseQuery(appId, firstFolder?.node_id ?? 0),
    enabled: firstFolder !== undefined && !data?.items.some(hasPicture),
  }).data;
  const pictures = [...(data?.items ?? []), ...(inside?.items ?? [])].filter(hasPicture).slice(0, 3);
  const role =
    repository.role &&
    { reader: t('role.reader'), writer: t('role.writer'), manager: t('role.manager') }[repository.role];
  return (
    <Link
      className={classes['card']}
      to="/content/$appId/navigation/$parentId"
      params={{ appId, parentId: repository.node_id }}
    >
      <span className={classes['pictures']} data-count={pictures.length} aria-hidden>
        {pictures.length === 0 && <IconLibraryPhoto size={36} stroke={1.4} />}
        {pictures.map((entry) => (
          <img
            key={entry.node_id}
            {...pictureOf(entry, 256)}
            alt=""
            style={{ backgroundImage: `url(${placeholderUrl(entry.preview.placeholder) ?? ''})` }}
          />
        ))}
      </span>
      <span className={classes['words']}>
        <span className={classes['title']} dir="auto">
          {repository.title}
        </span>
        <span className={classes['facts']}>{[repository.tenant_title, role].filter(Boolean).join(' · ')}</span>
      </span>
    </Link>
  );
}
