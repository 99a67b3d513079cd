import { IconMusic } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';
import classes from './Film.module.css';
import type { Original } from './original';
import { useViewerPictures } from './use-viewer-pictures';
import { isOnButton, useViewerKeys } from './viewer-keys';

interface Props {
  appId: number;
  file: Entry;
  kind: 'film' | 'sound';
  original: Original;
  /** The browser cannot play it. */
  failed: () => void;
}

/** A film or a sound in the browser's own player, which asks for the parts of the original that it needs. */
export function Film({ appId, file, kind, original, failed }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const poster = useViewerPictures(appId).whole(file);
  useViewerKeys((shortcut, event) => {
    const { current } = player;
    if (shortcut !== 'Space' || !current || isOnButton(event)) return false;
    if (current.paused) void current.play().catch(() => undefined);
    else current.pause();
    return true;
  });
  const shared = {
    ...original,
    ref: player,
    controls: true,
    preload: 'metadata',
    'aria-label': t('content_viewer:play', { name: file.name }),
    onError: failed,
  } as const;
  if (kind === 'sound') {
    return (
      <div className={classes['sound']}>
        <IconMusic size={72} stroke={1.2} aria-hidden />
        <audio {...shared} className={classes['audio']} />
      </div>
    );
  }
  return <video {...shared} className={classes['film']} playsInline {...(poster && { poster: poster.src })} />;
}
