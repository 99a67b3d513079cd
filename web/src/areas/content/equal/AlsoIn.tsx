import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';
import classes from './AlsoIn.module.css';
import { equalQuery } from './equal-queries';

/** The other files with the content of a file; nothing if there are none. */
export function AlsoIn({ appId, entry }: { appId: number; entry: Entry }) {
  const { t } = useTranslation('content_actions');
  const heading = useId();
  const listed = useInfiniteQuery(equalQuery(appId, entry.node_id));
  const files = listed.data?.pages.flatMap(({ items }) => items) ?? [];
  if (files.length === 0) return null;
  return (
    <section className={classes['section']} aria-labelledby={heading}>
      <h3 id={heading} className={classes['title']}>
        {t('equal.alsoIn')}
      </h3>
      <ul className={classes['list']}>
        {files.map(({ node_id: at, parent_id, name, path }) => (
          <li key={at}>
            <Link
              className={classes['file'] ?? ''}
              to="/content/$appId/navigation/$parentId"
              params={{ appId, parentId: parent_id ?? 0 }}
              search={{ at }}
            >
              <span className={classes['name']} dir="auto">
                {name}
              </span>
              <span className={classes['path']} dir="auto">
                {path}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {listed.hasNextPage && (
        <Button
          size="xs"
          variant="subtle"
          loading={listed.isFetchingNextPage}
          onClick={() => void listed.fetchNextPage()}
        >
          {t('bin.more')}
        </Button>
      )}
    </section>
  );
}
