import { IconMusic } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';
import classes from './Film.module.css';
import type { Original } from './original';
import type { Swipe } from './swipe';
import { usePlayerFocus } from './use-player-focus';
import { useViewerPictures } from './use-viewer-pictures';
import { isOnButton, useViewerKeys } from './viewer-keys';

const SEEK_SECONDS = 5;

interface Props {
  appId: number;
  file: Entry;
  kind: 'film' | 'sound';
  original: Original;
  swiped: (swipe: Swipe) => void;
  /** The browser cannot play it. */
  failed: () => void;
}

/**
 * A film or a sound in the browser's own player, which asks for the parts of the original that it needs. Space plays it, also by the
 * player itself. While that has the focus, the arrows seek as in other players, and PageUp and PageDown go through the files.
 */
export function Film({ appId, file, kind, original, swiped, failed }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const poster = useViewerPictures(appId).whole(file);
  useViewerKeys((shortcut, event) => {
    const { current } = player;
    if (!current) return false;
    const hasFocus = event.target === current;
    if (shortcut === 'PageUp') swiped('previous');
    else if (shortcut === 'PageDown') swiped('next');
    else if (shortcut === 'Space' && !isOnButton(event)) togglePlaying(current);
    else if (shortcut === 'ArrowLeft' && hasFocus) current.currentTime -= SEEK_SECONDS;
    else if (shortcut === 'ArrowRight' && hasFocus) current.currentTime += SEEK_SECONDS;
    else return false;
    return true;
  });
  const shared = {
    ...original,
    ...usePlayerFocus(),
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

function togglePlaying(player: HTMLMediaElement): void {
  if (player.paused) void player.play().catch(() => undefined);
  else player.pause();
}
