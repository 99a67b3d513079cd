import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { useByteOrigin } from '../entry/use-pictures';
import classes from './CustomIcon.module.css';
import { iconUrl } from './icon-url';

interface Props {
  appId: number;
  nodeId: number;
  /** Its version. */
  icon: string;
  /** Pixels of its edge. */
  size: number;
  /** What is shown where it cannot be. */
  sign: Icon;
}

/** The icon that somebody gave an entry, in the middle of its place; one as small as a line has no margin. */
export function CustomIcon({ appId, nodeId, icon, size, sign: Sign }: Props) {
  const { elsewhere, ready } = useByteOrigin(appId);
  const [broken, setBroken] = useState<string | null>(null);
  const isSmall = size < 64;
  const pixels = size * Math.min(2, window.devicePixelRatio || 1);
  return (
    <span className={classes['place']} data-small={isSmall || undefined} aria-hidden>
      {broken === icon ? (
        <Sign size={isSmall ? 18 : 32} stroke={1.5} />
      ) : (
        ready && (
          <img
            {...(elsewhere !== null && { crossOrigin: 'use-credentials' as const })}
            className={classes['icon']}
            src={iconUrl(appId, nodeId, icon, pixels)}
            alt=""
            data-icon
            decoding="async"
            draggable={false}
            onError={() => setBroken(icon)}
          />
        )
      )}
    </span>
  );
}
