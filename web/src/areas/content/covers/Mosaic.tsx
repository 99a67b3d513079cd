import type { Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { coverQuery } from './cover-queries';
import classes from './Mosaic.module.css';
import { frameOf } from './mosaic-frame';
import { Piece } from './Piece';

type Props = { appId: number; nodeId: number; width: number; icon: Icon };

/** Up to three pictures of what is in a folder: a large one and two beside it, two halves, one alone, or its icon. */
export function Mosaic({ appId, nodeId, width, icon: Icon }: Props) {
  const { data, isError } = useQuery(coverQuery(appId, nodeId));
  const pictures = data ?? [];
  const isEmpty = isError || data?.length === 0;
  return (
    <span className={classes['mosaic']} data-count={pictures.length} aria-hidden>
      {isEmpty && <Icon size={32} stroke={1.4} />}
      {pictures.map((picture, at) => (
        <Piece key={picture.node_id} appId={appId} picture={picture} frame={frameOf(width, pictures.length, at)} />
      ))}
    </span>
  );
}
