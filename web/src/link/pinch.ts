import { fitScale, type Point, panned, type Size, type View, zoomAt } from '../platform/zoom';

const WHEEL = 0.0018;
const PINCHED_WHEEL = 0.01;
/** A double press goes so near. */
const NEAR = 2.5;
/** The browser is asked for more pixels where so many times as many are shown. */
const SHARPER = 1.2;
const whole: View = { scale: 1, x: 0, y: 0 };

const boxOf = ({ clientWidth: width, clientHeight: height }: HTMLElement): Size => ({ width, height });

/** How large the whole picture is drawn in its box. */
function drawn(picture: HTMLImageElement): Size {
  const box = boxOf(picture);
  const own = { width: picture.naturalWidth || box.width, height: picture.naturalHeight || box.height };
  const fit = fitScale(box, own, getComputedStyle(picture).objectFit !== 'scale-down');
  return { width: own.width * fit, height: own.height * fit };
}

/** How wide its last source is, which is the widest; NaN if it has only one. */
const widest = ({ srcset }: HTMLImageElement) => Number.parseInt(srcset.split(' ').pop() ?? '', 10);

/** Pinch, wheel, double press and drag on the picture in `stage`; returns what ends it. A scale of 1 is the whole picture. */
export function pinch(stage: HTMLElement): () => void {
  const fingers = new Map<number, Point>();
  const ends = new AbortController();
  let view = whole;
  /** How wide the picture is asked for, while it is zoomed, and what it says otherwise. */
  let asked = 0;
  let before = '';
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const ask = (picture: HTMLImageElement, wide: number) => {
    if (asked === 0) before = picture.sizes;
    picture.sizes = wide > 0 ? `${wide}px` : before;
    asked = wide;
  };
  const show = (to: (now: View, room: Size, shown: Size) => View) => {
    const picture = stage.querySelector('img');
    if (!picture) return;
    const room = boxOf(stage);
    const shown = drawn(picture);
    view = to(view, room, shown);
    const { scale, x, y } = view;
    picture.style.transform = scale > 1 ? `translate(${x}px, ${y}px) scale(${scale})` : '';
    // A finger moves what is zoomed, instead of going to the next file.
    stage.toggleAttribute('data-scrolls', scale > 1);
    const wide = scale > 1 ? Math.min(Math.ceil(shown.width * scale), widest(picture)) : 0;
    if (wide > asked * SHARPER || (wide === 0 && asked > 0)) ask(picture, wide);
  };
  const zoom = (by: number, point: Point, moved: Point = { x: 0, y: 0 }) =>
    show((now, room, shown) => panned(zoomAt(now, now.scale * by, point, room, shown, 1), moved, room, shown));
  const apart = ([one, other]: readonly Point[]) =>
    one &&
    other && {
      middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
      far: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
    };
  const move = (event: PointerEvent) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const first = apart([...fingers.values()]);
    const now = at(event);
    fingers.set(event.pointerId, now);
    const after = apart([...fingers.values()]);
    if (first && after) {
      const moved = { x: after.middle.x - first.middle.x, y: after.middle.y - first.middle.y };
      zoom(after.far / first.far, first.middle, moved);
    } else if (view.scale > 1) {
      show((was, room, shown) => panned(was, { x: now.x - from.x, y: now.y - from.y }, room, shown));
    }
  };
  const lift = (event: PointerEvent) => fingers.delete(event.pointerId);
  const { signal } = ends;
  stage.addEventListener('pointerdown', (event) => fingers.set(event.pointerId, at(event)), { signal });
  stage.addEventListener('dblclick', (event) => zoom(view.scale > 1 ? 1 / view.scale : NEAR, at(event)), { signal });
  // Outside the stage, too: who lets go there has let go.
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', lift, { signal });
  window.addEventListener('pointercancel', lift, { signal });
  const turn = (event: WheelEvent) => {
    // Outside of the viewer, the wheel scrolls the page until the picture is zoomed.
    if (!event.ctrlKey && view.scale === 1 && !stage.closest('dialog')) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? PINCHED_WHEEL : WHEEL)), at(event));
  };
  stage.addEventListener('wheel', turn, { passive: false, signal });
  return () => ends.abort();
}
