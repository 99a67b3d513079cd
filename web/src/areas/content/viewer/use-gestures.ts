import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Point } from '../../../platform/zoom';
import { type Swipe, swipeOf } from './swipe';

interface Props {
  stage: RefObject<HTMLElement | null>;
  /** The picture is larger than the stage: a drag moves it instead of being a swipe. */
  zoomed: boolean;
  /** `by`: how far the fingers moved together meanwhile. */
  zoomBy: (factor: number, at: Point, by?: Point) => void;
  panBy: (by: Point) => void;
  toggle: (at: Point) => void;
  swiped: (swipe: Swipe) => void;
  /** A swipe on its way; null once it ends. */
  dragged: (by: Point | null) => void;
}

type Touch = Point & { id: number };

const WHEEL = 0.0018;
const PINCHED_WHEEL = 0.01;

function betweenOf([first, second]: readonly Touch[]): { middle: Point; apart: number } | null {
  if (!first || !second) return null;
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    apart: Math.hypot(first.x - second.x, first.y - second.y),
  };
}

/** Wheel, double click, drag, pinch and swipe on a stage; points are measured from its middle. */
export function useGestures(props: Props) {
  const { stage, zoomed, panBy, toggle, swiped, dragged } = props;
  const touches = useRef<Touch[]>([]);
  const swipe = useRef<{ from: Point; at: number } | null>(null);
  const placed = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect();
    return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 };
  };
  const turned = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const speed = event.ctrlKey ? PINCHED_WHEEL : WHEEL;
    props.zoomBy(Math.exp(-event.deltaY * speed), placed(event));
  });
  useEffect(() => {
    const element = stage.current;
    const listen = (event: WheelEvent) => turned(event);
    // React's own listener may not keep the page from being zoomed.
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [stage]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    touches.current.push({ id: event.pointerId, ...placed(event) });
    const alone = touches.current.length === 1 && !zoomed && event.pointerType !== 'mouse';
    swipe.current = alone ? { from: placed(event), at: event.timeStamp } : null;
    if (!alone) dragged(null);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = touches.current.find(({ id }) => id === event.pointerId);
    if (!before) return;
    const now = { id: event.pointerId, ...placed(event) };
    const pinched = betweenOf(touches.current);
    touches.current = touches.current.map((touch) => (touch.id === now.id ? now : touch));
    const pinching = betweenOf(touches.current);
    if (pinched && pinching) {
      const by = { x: pinching.middle.x - pinched.middle.x, y: pinching.middle.y - pinched.middle.y };
      props.zoomBy(pinching.apart / Math.max(1, pinched.apart), pinched.middle, by);
    } else if (swipe.current) {
      dragged({ x: now.x - swipe.current.from.x, y: now.y - swipe.current.from.y });
    } else {
      panBy({ x: now.x - before.x, y: now.y - before.y });
    }
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    touches.current = touches.current.filter(({ id }) => id !== event.pointerId);
    const began = swipe.current;
    swipe.current = null;
    if (!began) return;
    dragged(null);
    const { x, y } = placed(event);
    const meant = swipeOf({ x: x - began.from.x, y: y - began.from.y }, event.timeStamp - began.at);
    if (meant && event.type === 'pointerup') swiped(meant);
  };
  return {
    'data-swipes': true,
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: onPointerUp,
    onDoubleClick: (event: React.MouseEvent) => toggle(placed(event)),
  };
}
