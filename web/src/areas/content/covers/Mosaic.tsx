import type { Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { CustomIcon } from '../icons/custom-icon-later';
import { coverQuery } from './cover-queries';
import classes from './Mosaic.module.css';
import { frameOf } from './mosaic-frame';
import { Piece } from './Piece';

interface Props {
  appId: number;
  nodeId: number;
  width: number;
  /** What is shown of a folder without pictures. */
  icon: Icon;
  /** The icon that somebody gave it, if that is known before the cover. */
  own?: string | null;
}

/** A folder's own icon; or up to three pictures of what is in it: a large one and two beside it, two halves, one alone. */
export function Mosaic({ appId, nodeId, width, icon: Icon, own = null }: Props) {
  const { data, isError } = useQuery({ ...coverQuery(appId, nodeId), enabled: own === null });
  const icon = own ?? data?.icon ?? null;
  if (icon !== null) {
    return (
      <span className={classes['mosaic']} data-count={0} aria-hidden>
        <Suspense fallback={null}>
          <CustomIcon {...{ appId, nodeId, icon, sign: Icon }} size={width / 1.6} />
        </Suspense>
      </span>
    );
  }
  const pictures = data?.pictures ?? [];
  const isEmpty = isError || data?.pictures.length === 0;
  return (
    <span className={classes['mosaic']} data-count={pictures.length} aria-hidden>
      {isEmpty && <Icon size={32} stroke={1.4} />}
      {pictures.map((picture, at) => (
        <Piece key={picture.node_id} appId={appId} picture={picture} frame={frameOf(width, pictures.length, at)} />
      ))}
    </span>
  );
}
