import { useState } from 'react';
import { instanceUrl } from '../../platform/session/instance-url';
import classes from './PreviewPicture.module.css';

const SIZE = 96;

/** The small picture of a file; it fills what it lies in, and is nothing where there is none. */
export function PreviewPicture({ appId, nodeId }: { appId: number; nodeId: number }) {
  const [state, setState] = useState<'loading' | 'there' | 'none'>('loading');
  if (state === 'none') return null;
  return (
    <img
      className={classes['picture']}
      src={`${instanceUrl(appId)}/rendition/preview/${nodeId}?size=${SIZE}`}
      alt=""
      decoding="async"
      data-there={state === 'there' || undefined}
      onLoad={() => setState('there')}
      onError={() => setState('none')}
    />
  );
}
