import { useEffect, useState } from 'react';
import type { NoticeKind } from '../../../platform/registry/notices';
import { useRegistry } from '../../../platform/registry/registry';

/** The kinds of notices that areas know; null while they are loaded. */
export function useNoticeKinds(): ReadonlyMap<string, NoticeKind> | null {
  const { notices } = useRegistry();
  const [kinds, setKinds] = useState<ReadonlyMap<string, NoticeKind> | null>(null);
  useEffect(() => {
    let left = false;
    const show = (found: ReadonlyMap<string, NoticeKind>) => {
      if (!left) setKinds(found);
    };
    const fail = (error: unknown) =>
      setKinds(() => {
        throw error;
      });
    notices().then(show, fail);
    return () => {
      left = true;
    };
  }, [notices]);
  return kinds;
}
