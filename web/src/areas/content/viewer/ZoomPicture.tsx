import { useEffect, useRef, useState } from 'react';
import { offerSurface } from '../../../platform/registry/picture-surfaces';
import { fitScale, nextStep, type Point, panned, type Size, type View, zoomAt } from '../../../platform/zoom';
import { isTransparent, placeholderUrl } from '../entry/placeholder';
import type { Entry } from '../queries';
import { isShownByBrowsers, mayMove } from './kind-of';
import type { Original } from './original';
import type { Swipe } from './swipe';
import { useGestures } from './use-gestures';
import { useStage } from './use-stage';
import { shortEdgeOf, useViewerPictures } from './use-viewer-pictures';
import { useViewerKeys } from './viewer-keys';
import classes from './ZoomPicture.module.css';
import { ZoomPill } from './ZoomPill';

interface Props {
  appId: number;
  file: Entry;
  /** The original, if the user may have it. */
  original: Original | null;
  swiped: (swipe: Swipe) => void;
  failed: () => void;
}

const middle: Point = { x: 0, y: 0 };

/** A picture on the stage: as a whole at first, then zoomed and moved. The original comes when its pixels are needed. */
export function ZoomPicture({ appId, file, original, swiped, failed }: Props) {
  const { attach, element: stage, room } = useStage();
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = surface.current;
    return element ? offerSurface({ nodeId: file.node_id, page: null, element }) : undefined;
  }, [file.node_id]);
  const pictures = useViewerPictures(appId);
  const preview = pictures.whole(file);
  const [natural, setNatural] = useState<Size | null>(sizeOf(file));
  const [zoomed, setZoomed] = useState<View | null>(null);
  /** The short edge of the preview, in its own pixels. */
  const [edge, setEdge] = useState(0);
  const [drag, setDrag] = useState<Point | null>(null);
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const [broken, setBroken] = useState<{ preview?: boolean; original?: boolean }>({});
  const fit = room && natural ? fitScale(room, natural, file.preview.scales) : 1;
  const view: View = zoomed ?? { scale: fit, ...middle };
  const usable = !broken.original && isShownByBrowsers(file) ? original : null;
  const closer = broken.original ? null : (usable ?? pictures.largest(file));
  const hasPreview = preview !== null && !broken.preview;
  const source = (usable && (!hasPreview || mayMove(file))) || needsMore(natural, zoomed, edge) ? closer : null;

  // Several events may come before the next drawing, so each begins with what the one before has left.
  const change = (to: (now: View, room: Size, natural: Size) => View) => {
    if (!room || !natural) return;
    setZoomed((before) => {
      const next = to(before ?? { scale: fit, ...middle }, room, natural);
      return Math.abs(next.scale - fit) < 0.001 ? null : next;
    });
  };
  const zoomTo = (scaleOf: (scale: number) => number, at: Point = middle, by: Point = middle) =>
    change((now, stageSize, size) =>
      panned(zoomAt(now, scaleOf(now.scale), at, stageSize, size, fit), by, stageSize, size),
    );
  const zoomIn = () => zoomTo((scale) => nextStep(scale, 'in'));
  const zoomOut = () => zoomTo((scale) => nextStep(scale, 'out'));
  const gestures = useGestures({
    stage,
    zoomed: zoomed !== null,
    zoomBy: (factor, at, by) => zoomTo((scale) => scale * factor, at, by),
    panBy: (by) => change((now, stageSize, size) => panned(now, by, stageSize, size)),
    // A picture that is shown in its own pixels anyway is doubled.
    toggle: (at) => (zoomed ? setZoomed(null) : zoomTo(() => (fit < 1 ? 1 : 2 * fit), at)),
    swiped,
    dragged: setDrag,
  });
  useViewerKeys((shortcut) => {
    if (shortcut === '+' || shortcut === '=') zoomIn();
    else if (shortcut === '-') zoomOut();
    else if (shortcut === '0') setZoomed(null);
    else if (shortcut === '1') zoomTo(() => 1);
    else return false;
    return true;
  });
  const shows = (src: string) => setLoaded((before) => new Set(before).add(src));
  const blurred = placeholderUrl(file.preview.placeholder);
  const showsAny = [preview?.src, source?.src].some((src) => src !== undefined && loaded.has(src));
  const usual = showsAny ? null : pictures.usual(file);
  const layers = [
    { picture: preview, onError: () => (usable ? setBroken({ ...broken, preview: true }) : failed()) },
    { picture: source, onError: () => (hasPreview ? setBroken({ ...broken, original: true }) : failed()) },
  ];
  return (
    <>
      <div ref={attach} className={classes['stage']} data-zoomed={zoomed !== null || undefined} {...gestures}>
        <div
          ref={surface}
          className={classes['picture']}
          data-transparent={isTransparent(file.preview.placeholder) || undefined}
          style={
            natural
              ? {
                  width: natural.width * view.scale,
                  height: natural.height * view.scale,
                  transform: `translate(-50%, -50%) translate(${view.x + (drag?.x ?? 0)}px, ${view.y + (drag?.y ?? 0)}px)`,
                }
              : { width: '100%', height: '100%', transform: 'translate(-50%, -50%)' }
          }
        >
          {blurred && !showsAny && <img className={classes['layer']} src={blurred} alt="" aria-hidden />}
          {usual && <img key="usual" {...usual} className={classes['layer']} alt="" aria-hidden />}
          {layers.map(
            ({ picture, onError }, index) =>
              picture && (
                <img
                  key={picture.src}
                  {...picture}
                  className={classes['layer']}
                  // Only the upper layer is told to readers.
                  alt={index === (source ? 1 : 0) ? file.name : ''}
                  draggable={false}
                  data-original={index === 1 || undefined}
                  data-loaded={loaded.has(picture.src) || undefined}
                  onLoad={({ currentTarget }) => {
                    const { naturalWidth: width, naturalHeight: height } = currentTarget;
                    shows(picture.src);
                    if (index === 0) setEdge(shortEdgeOf(currentTarget));
                    if (width > 0 && natural === null) setNatural({ width, height });
                  }}
                  onError={onError}
                />
              ),
          )}
        </div>
      </div>
      <ZoomPill
        percent={Math.round(view.scale * 100)}
        fits={zoomed === null}
        zoomIn={zoomIn}
        zoomOut={zoomOut}
        fit={() => setZoomed(null)}
        actual={() => zoomTo(() => 1)}
      />
    </>
  );
}

function sizeOf({ preview: { width, height } }: Entry): Size | null {
  return width && height ? { width, height } : null;
}

/** Whether more pixels are shown than the preview has. Moving pictures do not wait for that: they move at once. */
function needsMore(natural: Size | null, zoomed: View | null, edge: number): boolean {
  if (!natural || !zoomed) return false;
  const shorter = Math.min(natural.width, natural.height);
  return shorter * zoomed.scale * window.devicePixelRatio > Math.min(shorter, edge);
}
