import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FolderTree.module.css';
import { foldersQuery } from './folder-queries';
import { type RowProps, TreeRow } from './TreeRow';

type Props = Omit<RowProps, 'folder' | 'cover'> & { nodeId: number };

/** The folders of an open folder, and of those of them that are open. */
export function TreeBranch({ nodeId, ...row }: Props) {
  const { t } = useTranslation('content');
  const { appId, level, open, shown } = row;
  const { data, isError, hasNextPage, refetch, fetchNextPage } = useInfiniteQuery(foldersQuery(appId, nodeId));
  const hasFailed = isError && data === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are shown
  useEffect(() => shown(), [data, hasFailed, shown]);
  const folders = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      {folders.map((folder) => (
        <div key={folder.node_id} role="none">
          <TreeRow {...row} folder={folder} />
          {folder.has_folders && open.has(folder.node_id) && (
            <TreeBranch {...row} nodeId={folder.node_id} level={level + 1} />
          )}
        </div>
      ))}
      {(hasNextPage || hasFailed) && (
        <button
          type="button"
          role="treeitem"
          aria-level={level}
          tabIndex={-1}
          className={classes['more']}
          style={{ '--level': level }}
          onClick={() => void (hasFailed ? refetch() : fetchNextPage())}
        >
          {t(hasFailed ? 'tree.failed' : 'tree.more')}
        </button>
      )}
    </>
  );
}
