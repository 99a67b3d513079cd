import { useMemo } from 'react';
import { instanceUrl } from '../../../platform/session/instance-url';
import { type Picture, usePictures } from '../entry/use-pictures';
import type { Entry } from '../queries';
import { type Original, originalPath, useByteServer } from '../viewer/original';
import type { Version } from './api';

/** Where the pictures and the bytes of a file's versions are, as attributes; null while there are none. */
export interface VersionFiles {
  /** `size`: of the short edge, as the server draws it. */
  picture: (version: Version, size: number) => Picture | null;
  bytes: (version: Version) => Original | null;
}

export function useVersionFiles(appId: number, entry: Entry): VersionFiles {
  const at = useByteServer(appId);
  const pictureOf = usePictures(appId);
  return useMemo(
    () => ({
      picture: ({ is_current, version_id }, size) =>
        is_current
          ? pictureOf(entry, size)
          : earlier(at?.(`version/${version_id}`), pictureUrl(appId, version_id, size)),
      bytes: ({ is_current, version_id }) => at?.(is_current ? originalPath(entry) : `version/${version_id}`) ?? null,
    }),
    [at, pictureOf, entry, appId],
  );
}

/** A picture is where the bytes are, and is sent the same cookie. */
function earlier(bytes: Original | undefined, src: string): Picture | null {
  return bytes ? { ...bytes, src } : null;
}

function pictureUrl(appId: number, version: number, size: number): string {
  return `${instanceUrl(appId)}/rendition/version/${version}?size=${size}`;
}
