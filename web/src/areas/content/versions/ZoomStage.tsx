import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fitScale, panned, type Size, type View, zoomAt } from '../../../platform/zoom';
import type { Picture } from '../entry/use-pictures';
import { useGestures } from '../viewer/use-gestures';
import { useStage } from '../viewer/use-stage';
import { type SharedView, sharedOf, viewOf, whole } from './shared-view';
import classes from './ZoomStage.module.css';

export interface Layer {
  key: string;
  /** What the picture is called. */
  name: string;
  /** By the size that the server draws. */
  picture: (size: number) => Picture | null;
  /** Of the layer as a whole, which is as large as the stage. */
  style?: CSSProperties;
}

interface Props {
  label: string;
  /** They lie over each other; the first one says how far the view goes. */
  layers: readonly Layer[];
  view: SharedView;
  change: (to: (before: SharedView) => SharedView) => void;
  children?: ReactNode;
}

const USUAL = 1280;
const LARGEST = 2560;
const STEP_PX = 60;

/** Pictures that are zoomed and moved by wheel, fingers and keys, together with those of other stages. */
export function ZoomStage({ label, layers, view, change, children }: Props) {
  const { attach, element: stage, room } = useStage();
  const [sizes, setSizes] = useState<ReadonlyMap<string, Size>>(new Map());
  const first = layers[0] && sizes.get(layers[0].key);
  const act = (to: (now: View, room: Size, picture: Size, fit: number) => View) => {
    if (!room || !first) return;
    const fit = fitScale(room, first, true);
    change((before) => sharedOf(to(viewOf(before, first, fit), room, first, fit), first, fit));
  };
  const zoomBy = (factor: number, at = { x: 0, y: 0 }, by = { x: 0, y: 0 }) =>
    act((now, size, picture, fit) =>
      panned(zoomAt(now, now.scale * factor, at, size, picture, fit), by, size, picture),
    );
  const panBy = (by: { x: number; y: number }) => act((now, size, picture) => panned(now, by, size, picture));
  const nothing = () => undefined;
  const gestures = useGestures({
    stage,
    zoomed: view.zoom > 1,
    zoomBy,
    panBy,
    toggle: (at) => (view.zoom > 1 ? change(() => whole) : zoomBy(2, at)),
    swiped: nothing,
    dragged: nothing,
  });
  const keys = new Map<string, () => void>([
    ['+', () => zoomBy(1.25)],
    ['=', () => zoomBy(1.25)],
    ['-', () => zoomBy(0.8)],
    ['0', () => change(() => whole)],
    ['ArrowLeft', () => panBy({ x: STEP_PX, y: 0 })],
    ['ArrowRight', () => panBy({ x: -STEP_PX, y: 0 })],
    ['ArrowUp', () => panBy({ x: 0, y: STEP_PX })],
    ['ArrowDown', () => panBy({ x: 0, y: -STEP_PX })],
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    const run =
      event.ctrlKey || event.metaKey || event.target !== event.currentTarget ? undefined : keys.get(event.key);
    if (!run) return;
    event.preventDefault();
    run();
  };
  return (
    <section
      ref={attach}
      className={classes['stage']}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys zoom and move what it shows
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...gestures}
    >
      {layers.map((layer) => (
        <StageLayer
          key={layer.key}
          {...{ layer, room, view }}
          size={sizes.get(layer.key) ?? null}
          measured={(size) => setSizes((before) => new Map(before).set(layer.key, size))}
        />
      ))}
      {children}
    </section>
  );
}

interface LayerProps {
  layer: Layer;
  room: Size | null;
  view: SharedView;
  /** In its own pixels; null before it is loaded. */
  size: Size | null;
  measured: (size: Size) => void;
}

function StageLayer({ layer, room, view, size, measured }: LayerProps) {
  const { t } = useTranslation('content_panel');
  const [broken, setBroken] = useState(false);
  const usual = layer.picture(USUAL);
  const closer = view.zoom > 1 ? layer.picture(LARGEST) : null;
  if (usual === null || broken) return <p className={classes['none']}>{t('noPicture')}</p>;
  const shown = size && room && placeOf(view, size, room);
  const style: CSSProperties = shown
    ? {
        width: shown.width,
        height: shown.height,
        transform: `translate(-50%, -50%) translate(${shown.x}px, ${shown.y}px)`,
      }
    : { width: '100%', height: '100%', transform: 'translate(-50%, -50%)' };
  return (
    <div className={classes['layer']} style={layer.style}>
      <div className={classes['picture']} style={style}>
        <img
          {...usual}
          alt={layer.name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (width > 0) measured({ width, height });
          }}
          onError={() => setBroken(true)}
        />
        {closer && <img {...closer} alt="" aria-hidden draggable={false} />}
      </div>
    </div>
  );
}

/** Its size and its way from the middle of the stage, in CSS pixels. */
function placeOf(view: SharedView, size: Size, room: Size): Size & { x: number; y: number } {
  const fit = fitScale(room, size, true);
  const { scale, x, y } = panned(viewOf(view, size, fit), { x: 0, y: 0 }, room, size);
  return { width: size.width * scale, height: size.height * scale, x, y };
}
