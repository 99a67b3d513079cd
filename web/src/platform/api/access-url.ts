import { atBase, basePath } from '../base-path';

/** The other server that an access url names; null if it is the page's own. */
export function originElsewhere(accessUrl: string): string | null {
  if (!URL.canParse(accessUrl, location.origin)) return null;
  const { origin } = new URL(accessUrl, location.origin);
  return origin === location.origin ? null : origin;
}

const ours = /^\/api\/app\/(\d+)(\/.*)?$/;

/**
 * The real target of a call to an application instance: the instance's access url, which may be on another server.
 * `accessUrl` returns it for an instance's id; null leaves the call unchanged.
 */
export function atAccessUrl(url: string, accessUrl: (appId: number) => string | null): string {
  const { origin, pathname, search } = new URL(url);
  const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  const [, appId, rest = ''] = ours.exec(path) ?? [];
  if (appId === undefined) return url;
  const base = accessUrl(Number(appId));
  if (base === null) return url;
  const absolute = new URL(atBase(base), origin).href.replace(/\/$/, '');
  return `${absolute}${rest}${search}`;
}
