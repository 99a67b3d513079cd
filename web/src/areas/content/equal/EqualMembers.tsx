import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../platform/i18n/moments';
import { Skeleton } from '../Skeleton';
import classes from './EqualPage.module.css';
import { type EqualFile, type Group, membersQuery } from './equal-queries';

interface Props {
  appId: number;
  nodeId: number;
  group: Group;
  selected: ReadonlyMap<number, EqualFile>;
  select: (files: readonly EqualFile[], on: boolean) => void;
}

const mayRemove = ({ role }: EqualFile) => role === 'writer' || role === 'manager';

/** The files with one content, each with its place; all but one are selected by a click. */
export function EqualMembers({ appId, nodeId, group, selected, select }: Props) {
  const { t, i18n } = useTranslation('content_actions');
  const listed = useInfiniteQuery(membersQuery(appId, nodeId, group.hash));
  const files = listed.data?.pages.flatMap(({ items }) => items);
  if (files === undefined) return <Skeleton height={80} radius="md" />;
  const [oldest, ...others] = files;
  const keepOldest = () => {
    if (oldest) select([oldest], false);
    select(others.filter(mayRemove), true);
  };
  return (
    <div className={classes['members']}>
      <ul className={classes['files']} aria-label={t('equal.filesOf', { name: group.first.name })}>
        {files.map((file) => (
          <li key={file.node_id} className={classes['file']}>
            <label className={classes['choice']}>
              <input
                type="checkbox"
                className={classes['tick']}
                checked={selected.has(file.node_id)}
                disabled={!mayRemove(file)}
                aria-label={t('equal.select', { name: file.name, path: file.path ?? '' })}
                onChange={(event) => select([file], event.currentTarget.checked)}
              />
            </label>
            <span className={classes['words']}>
              <Link
                className={classes['link'] ?? ''}
                to="/content/$appId/navigation/$parentId"
                params={{ appId, parentId: file.parent_id ?? nodeId }}
                search={{ at: file.node_id }}
                dir="auto"
              >
                {file.name}
              </Link>
              <span className={classes['facts']} dir="auto">
                {[file.path, formatMoment(file.modified_at, i18n.language)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div className={classes['tools']}>
        <Button size="sm" variant="subtle" disabled={!others.some(mayRemove)} onClick={keepOldest}>
          {t('equal.allButOldest')}
        </Button>
        {listed.hasNextPage && (
          <Button
            size="sm"
            variant="subtle"
            loading={listed.isFetchingNextPage}
            onClick={() => void listed.fetchNextPage()}
          >
            {t('bin.more')}
          </Button>
        )}
      </div>
    </div>
  );
}
