import { IconChevronRight, IconFolder, IconFolderOpen, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { CustomIcon } from '../icons/custom-icon-later';
import { iconOf } from '../icons/icon-of';
import { isClosed, takes } from '../move/may-move';
import classes from './FolderTree.module.css';
import type { FolderOfTree } from './folder-queries';

export interface RowProps {
  appId: number;
  folder: FolderOfTree;
  /** From 1. */
  level: number;
  /** The folder whose page is open. */
  here: number | null;
  /** The row that the Tab key goes to. */
  tabStop: number | null;
  open: ReadonlySet<number>;
  toggle: (nodeId: number) => void;
  /** Tells the tree that there are other rows. */
  shown: () => void;
  /** Instead of a folder's icon. */
  cover?: ReactNode;
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** A folder in the tree: a link to its page, with a chevron if there are folders in it. */
export function TreeRow({ appId, folder, level, here, tabStop, open, toggle, cover }: RowProps) {
  const { t } = useTranslation('content');
  const { node_id: nodeId, name, locked, has_folders: hasFolders } = folder;
  const isOpen = hasFolders && open.has(nodeId);
  const isHere = here === nodeId;
  const own = iconOf(folder);
  const Drawing = isOpen || isHere ? IconFolderOpen : IconFolder;
  const toggled = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    toggle(nodeId);
  };
  return (
    <Link
      to="/content/$appId/navigation/$parentId"
      params={{ appId, parentId: nodeId }}
      role="treeitem"
      aria-level={level}
      aria-expanded={hasFolders ? isOpen : undefined}
      aria-selected={isHere}
      aria-current={isHere ? 'page' : undefined}
      tabIndex={tabStop === nodeId ? 0 : -1}
      className={classes['row'] ?? ''}
      style={{ '--level': level }}
      data-folder={nodeId}
      {...takes(nodeId, folder.role, isClosed(folder))}
      data-repository={cover !== undefined || undefined}
      title={name}
      draggable={false}
    >
      {hasFolders ? (
        // The keyboard has the arrow keys of the tree.
        <span className={classes['chevron']} data-open={isOpen || undefined} onClick={toggled} aria-hidden>
          <IconChevronRight size={16} stroke={1.7} />
        </span>
      ) : (
        <span className={classes['leaf']} aria-hidden />
      )}
      {cover ??
        (own === null ? (
          <Drawing {...icon} className={classes['icon'] ?? ''} />
        ) : (
          <span className={classes['own']}>
            <Suspense fallback={null}>
              <CustomIcon {...{ appId, nodeId, icon: own, sign: IconFolder }} size={20} />
            </Suspense>
          </span>
        ))}
      <span className={classes['name']} dir="auto">
        {name}
      </span>
      {locked && <IconLock size={14} stroke={1.7} className={classes['lock'] ?? ''} aria-label={t('lock.locked')} />}
    </Link>
  );
}
