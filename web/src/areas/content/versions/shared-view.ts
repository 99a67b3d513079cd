import { nextStep, type Size, type View } from '../../../platform/zoom';

/** How pictures of any size lie on their stages: 1 is the whole one, and the way from its middle in parts of it. */
export interface SharedView {
  zoom: number;
  x: number;
  y: number;
}

export const whole: SharedView = { zoom: 1, x: 0, y: 0 };

/** The view of a picture that fits its stage at the scale `fit`. */
export function viewOf({ zoom, x, y }: SharedView, { width, height }: Size, fit: number): View {
  const scale = fit * zoom;
  return { scale, x: x * width * scale, y: y * height * scale };
}

export function sharedOf({ scale, x, y }: View, { width, height }: Size, fit: number): SharedView {
  const zoom = scale / fit;
  if (zoom <= 1.001) return whole;
  return { zoom, x: x / (width * scale), y: y / (height * scale) };
}

/** The next usual scale, as the buttons go. */
export function zoomStep(direction: 'in' | 'out'): (before: SharedView) => SharedView {
  return (before) => {
    const zoom = Math.max(1, nextStep(before.zoom, direction));
    return zoom === 1 ? whole : { ...before, zoom };
  };
}
