import type { Area, AreaRoutes } from '../platform/registry/area';

type Place = keyof AreaRoutes;

type RoutesOf<All extends readonly Area[], Where extends Place> = All extends readonly [
  infer First extends Area,
  ...infer Rest extends readonly Area[],
]
  ? [...(First['routes'][Where] extends readonly [...infer Own] ? Own : []), ...RoutesOf<Rest, Where>]
  : [];

/** The routes of all areas in one place; each keeps its type, so that a wrong link is a compile error. */
export function routesOf<const All extends readonly Area[], Where extends Place>(
  all: All,
  where: Where,
): RoutesOf<All, Where> {
  return all.flatMap((area) => area.routes[where] ?? []) as RoutesOf<All, Where>;
}
