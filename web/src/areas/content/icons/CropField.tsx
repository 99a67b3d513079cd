import { IconPhoto, IconPhotoPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useGestures } from '../viewer/use-gestures';
import classes from './CropField.module.css';
import { firstSquare, moved, type Square, withZoom, zoomed, zoomOf } from './crop';
import { SquareCanvas } from './SquareCanvas';

interface Props {
  picture: ImageBitmap;
  square: Square;
  change: (next: (square: Square) => Square) => void;
}

/** How far an arrow key moves the picture, in sides of the square. */
const STEP = 0.04;
const ZOOM_STEP = 1.15;
const nothing = () => undefined;

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Chooses the square of a picture: by dragging, wheel, two fingers, keys, and a slider for the zoom. */
export function CropField({ picture, square, change }: Props) {
  const { t } = useTranslation('content_actions');
  const stage = useRef<HTMLButtonElement>(null);
  const sides = ({ x, y }: { x: number; y: number }) => {
    const shown = stage.current?.clientWidth || 1;
    return { x: x / shown, y: y / shown };
  };
  const { 'data-swipes': _, ...gestures } = useGestures({
    stage,
    zoomed: true,
    zoomBy: (factor, at, by) =>
      change((one) => {
        const near = zoomed(one, picture, factor, sides(at));
        return by ? moved(near, picture, sides(by)) : near;
      }),
    panBy: (by) => change((one) => moved(one, picture, sides(by))),
    toggle: () => change(() => firstSquare(picture)),
    swiped: nothing,
    dragged: nothing,
  });
  const pressed = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const factor = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP }[event.key];
    if (arrow === undefined && factor === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? 5 * STEP : STEP;
    if (arrow) change((one) => moved(one, picture, { x: arrow.x * step, y: arrow.y * step }));
    else if (factor) change((one) => zoomed(one, picture, factor));
  };
  const zoom = Math.round(zoomOf(square, picture));
  return (
    <div className={classes['field']}>
      <button
        ref={stage}
        type="button"
        className={classes['stage']}
        aria-label={t('icon.crop')}
        title={t('icon.crop')}
        data-autofocus
        onKeyDown={pressed}
        {...gestures}
      >
        <SquareCanvas picture={picture} square={square} edge={560} className={classes['picture']} />
      </button>
      <div className={classes['zoom']}>
        <IconPhoto size={16} stroke={1.7} aria-hidden />
        <input
          type="range"
          className={classes['slider']}
          min={0}
          max={100}
          value={zoom}
          aria-label={t('icon.zoom')}
          onChange={({ currentTarget: { valueAsNumber: wanted } }) => change((one) => withZoom(one, picture, wanted))}
        />
        <IconPhotoPlus size={22} stroke={1.7} aria-hidden />
      </div>
    </div>
  );
}
