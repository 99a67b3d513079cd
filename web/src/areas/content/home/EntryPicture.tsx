import { IconFolder, IconLibraryPhoto } from '@tabler/icons-react';
import { Mosaic } from '../covers/Mosaic';
import { cardFrame } from '../entry/card-frame';
import { Thumbnail } from '../entry/Thumbnail';
import { iconOf } from '../icons/icon-of';
import type { Entry } from '../queries';
import classes from './EntryPicture.module.css';

type Props = { appId: number; entry: Entry; width: number; height: number };

/** A file's picture or a folder's pictures, as large as its place. */
export function EntryPicture({ appId, entry, width, height }: Props) {
  if (entry.node_type === 'file') {
    return <Thumbnail appId={appId} entry={entry} frame={cardFrame(entry, width, height)} iconSize={24} bare />;
  }
  const icon = entry.node_type === 'repository' ? IconLibraryPhoto : IconFolder;
  return (
    <span className={classes['folder']}>
      <Mosaic appId={appId} nodeId={entry.node_id} width={width} icon={icon} own={iconOf(entry)} />
    </span>
  );
}
