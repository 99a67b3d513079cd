import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadChunk } from './page';

/** A component in a file of its own; `prefetch` loads the file before it is shown. */
export type Later<Props> = LazyExoticComponent<ComponentType<Props>> & { prefetch: () => Promise<unknown> };

/** A part of a screen in its own file: `later(() => import('./NameDialog'), 'NameDialog')`; show it inside a Suspense. */
export function later<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Later<Props> {
  const component = lazy(() => loadChunk(load).then((module) => ({ default: module[name] })));
  return Object.assign(component, { prefetch: load });
}
