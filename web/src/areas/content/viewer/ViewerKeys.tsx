import { isOnButton, useViewerKeys } from './viewer-keys';

interface Props {
  previous: () => void;
  next: () => void;
  first: () => void;
  last: () => void;
  download: (() => void) | undefined;
  share: (() => void) | undefined;
  togglePanel: () => void;
  toggleFullscreen: (() => void) | null;
  togglePlaying: () => void;
  help: () => void;
  escape: () => void;
  close: () => void;
}

/** The keyboard of the viewer; what shows the file has its own keys, and hears them first. */
export function ViewerKeys(props: Props) {
  const keys: Readonly<Record<string, (() => void) | null | undefined>> = {
    ArrowLeft: props.previous,
    ArrowRight: props.next,
    Home: props.first,
    End: props.last,
    Escape: props.escape,
    Space: props.close,
    D: props.download,
    F: props.toggleFullscreen,
    I: props.togglePanel,
    L: props.share,
    S: props.togglePlaying,
    '?': props.help,
  };
  const pressed = (shortcut: string, event: KeyboardEvent) => {
    const run = keys[shortcut];
    if (!run || (shortcut === 'Space' && isOnButton(event)) || isInPlace(shortcut, event)) return false;
    run();
    return true;
  };
  useViewerKeys(pressed, { last: true });
  return null;
}

/** In a player, Home and End go to its ends; in a text, they scroll; tabs have arrows of their own. */
function isInPlace(shortcut: string, { target }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || !/^(Arrow|Home|End)/.test(shortcut)) return false;
  return target.closest('audio, video, pre, [role="tablist"], section[tabindex="0"]') !== null;
}
