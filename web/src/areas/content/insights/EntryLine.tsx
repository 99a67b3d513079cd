import { IconFolder, IconLibraryPhoto } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EntryName } from '../browser/EntryName';
import { Thumbnail } from '../entry/Thumbnail';
import { iconOf } from '../icons/icon-of';
import type { Entry } from '../queries';
import classes from './EntryLine.module.css';

interface Props {
  appId: number;
  /** The repository. */
  nodeId: number;
  entry: Entry;
  facts?: ReactNode;
  /** At the end of the line. */
  number: ReactNode;
}

const FRAME = { width: 48, height: 36, fit: 'cover' } as const;

/** An entry of a list, with its picture and a way to it. */
export function EntryLine({ appId, nodeId, entry, facts, number }: Props) {
  const isFile = entry.node_type === 'file';
  const Sign = entry.node_type === 'repository' ? IconLibraryPhoto : IconFolder;
  return (
    <li className={classes['line']}>
      <span className={classes['picture']}>
        {isFile || iconOf(entry) !== null ? (
          <Thumbnail appId={appId} entry={entry} frame={FRAME} iconSize={20} bare />
        ) : (
          <Sign size={22} stroke={1.7} aria-hidden data-sign={entry.node_type} />
        )}
      </span>
      <span className={classes['words']}>
        <Link
          className={classes['name'] ?? ''}
          to="/content/$appId/navigation/$parentId"
          params={{ appId, parentId: isFile ? (entry.parent_id ?? nodeId) : entry.node_id }}
          search={isFile ? { at: entry.node_id } : {}}
        >
          <EntryName name={entry.name} whole={!isFile} />
        </Link>
        {facts !== undefined && <span className={classes['facts']}>{facts}</span>}
      </span>
      <span className={classes['number']}>{number}</span>
    </li>
  );
}
