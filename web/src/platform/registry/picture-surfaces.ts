import { useSyncExternalStore } from 'react';

/** An element that lies over a picture, or over a page of a document, and keeps its size while it is zoomed and moved. */
export interface PictureSurface {
  nodeId: number;
  /** From 1; null where there are no pages. */
  page: number | null;
  element: HTMLElement;
  /** Shows another page. */
  turn?: (page: number) => void;
}

let surfaces: readonly PictureSurface[] = [];
const listeners = new Set<() => void>();

function change(next: readonly PictureSurface[]): void {
  surfaces = next;
  for (const listener of listeners) listener();
}

/** For what shows a file large: others may draw over it until the returned function is called. */
export function offerSurface(surface: PictureSurface): () => void {
  change([...surfaces, surface]);
  return () => change(surfaces.filter((one) => one !== surface));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is shown large right now. */
export function usePictureSurfaces(): readonly PictureSurface[] {
  return useSyncExternalStore(subscribe, () => surfaces);
}
