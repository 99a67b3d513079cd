import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import { instanceUrl } from '../../platform/session/instance-url';
import classes from '../../platform/uploads/LocalPicture.module.css';

const SIZE = 96;

/** The picture of an entry that is there already, or the sign of a file. */
export function ExistingPicture({ appId, nodeId }: { appId: number; nodeId: number | null }) {
  const [broken, setBroken] = useState(false);
  if (nodeId === null) return null;
  return (
    <span className={classes['frame']} style={{ width: 44, height: 44 }}>
      {broken ? (
        <IconFile size={22} stroke={1.5} aria-hidden />
      ) : (
        <img
          src={`${instanceUrl(appId)}/rendition/preview/${nodeId}?size=${SIZE}`}
          alt=""
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}
