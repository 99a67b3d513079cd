import { type KeyboardEvent, type SyntheticEvent, useRef } from 'react';

type Player = HTMLMediaElement;

/**
 * The focus of the browser's own player. Chromium gives it to the button that is pressed, and tells nobody of the keys that are pressed
 * there: the player itself takes it back, and its keys are heard. Who came to a button by Tab stays there.
 */
export function usePlayerFocus() {
  const tabbed = useRef(false);
  const take = ({ currentTarget: player }: SyntheticEvent<Player>) => {
    const isInside = document.activeElement === player && !player.matches(':focus');
    if (isInside && !tabbed.current) player.focus({ preventScroll: true });
  };
  return {
    onPlay: take,
    onPause: take,
    onVolumeChange: take,
    onRateChange: take,
    // The bar for seeking was let go.
    onLostPointerCapture: take,
    onKeyDown: ({ key }: KeyboardEvent<Player>) => {
      tabbed.current = key === 'Tab';
    },
    onPointerMove: () => {
      tabbed.current = false;
    },
  };
}
