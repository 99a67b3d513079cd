import { useEffect } from 'react';
import { seeAbout } from '../../platform/live/notices-query';
import { useUnseen } from '../../platform/live/use-unseen';
import { noticeKinds } from './notices';

/** Who has the comments before their eyes is told nothing about them by the bell. */
export function useRead(nodeId: number): void {
  const unseen = useUnseen();
  useEffect(() => {
    if (unseen === 0 || document.visibilityState === 'hidden') return;
    // What could not be noted stays in the bell.
    void seeAbout(
      nodeId,
      noticeKinds.map(({ kind }) => kind),
    ).catch(() => undefined);
  }, [nodeId, unseen]);
}
