/** Sizes and places in CSS pixels; places are measured from the middle of the stage. */
export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** How a picture lies on the stage: CSS pixels per pixel of the picture, and where its middle is. */
export interface View extends Point {
  scale: number;
}

const MOST = 8;
const STEPS = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, MOST];

/** The whole picture on the stage, and no larger than it is, unless it `grows`: a drawing has no size of its own. */
export function fitScale(stage: Size, picture: Size, grows = false): number {
  const whole = Math.min(stage.width / picture.width, stage.height / picture.height);
  return grows ? whole : Math.min(1, whole);
}

/** Keeps the picture on the stage: what is smaller stays in the middle, what is larger leaves no gap at an edge. */
function inside(view: View, stage: Size, picture: Size): View {
  const reach = (whole: number, shown: number) => Math.max(0, (whole * view.scale - shown) / 2);
  const kept = (place: number, most: number) => Math.min(most, Math.max(-most, place)) || 0;
  return {
    scale: view.scale,
    x: kept(view.x, reach(picture.width, stage.width)),
    y: kept(view.y, reach(picture.height, stage.height)),
  };
}

/** The view at another scale, with the same pixel of the picture under `point`. */
export function zoomAt(view: View, scale: number, point: Point, stage: Size, picture: Size, fit: number): View {
  const next = Math.min(Math.max(MOST, fit), Math.max(Math.min(fit, 1), scale));
  const by = next / view.scale;
  return inside(
    { scale: next, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by },
    stage,
    picture,
  );
}

export function panned(view: View, by: Point, stage: Size, picture: Size): View {
  return inside({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, stage, picture);
}

/** The next usual scale above or below, as the buttons go. */
export function nextStep(scale: number, direction: 'in' | 'out'): number {
  if (direction === 'in') return STEPS.find((step) => step > scale * 1.01) ?? MOST;
  return STEPS.findLast((step) => step < scale * 0.99) ?? STEPS[0] ?? scale;
}
