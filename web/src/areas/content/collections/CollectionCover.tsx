import { IconAlbum } from '@tabler/icons-react';
import classes from '../covers/Mosaic.module.css';
import { frameOf } from '../covers/mosaic-frame';
import { Piece } from '../covers/Piece';
import type { Entry } from '../queries';

/** So many pictures a mosaic has. */
const PICTURES = 3;

type Props = { appId: number; covers: readonly Entry[]; width: number };

/** Up to three pictures of what the user sees in a collection, or its icon. */
export function CollectionCover({ appId, covers, width }: Props) {
  const pictures = covers.flatMap(({ node_id, name, entry_type, preview }) =>
    preview.status === 'ready' && entry_type !== null ? [{ node_id, name, entry_type, preview }] : [],
  );
  const shown = pictures.slice(0, PICTURES);
  return (
    <span className={classes['mosaic']} data-count={shown.length} aria-hidden>
      {shown.length === 0 && <IconAlbum size={32} stroke={1.4} />}
      {shown.map((picture, at) => (
        <Piece key={picture.node_id} appId={appId} picture={picture} frame={frameOf(width, shown.length, at)} />
      ))}
    </span>
  );
}
