import { instanceUrl } from '../../../platform/session/instance-url';

/** The address of an entry's icon; the version keeps caches apart. */
export function iconUrl(appId: number, nodeId: number, icon: string, pixels: number): string {
  const version = encodeURIComponent(icon);
  return `${instanceUrl(appId)}/rendition/icon/${nodeId}?size=${pixels > 96 ? 384 : 96}&v=${version}`;
}
