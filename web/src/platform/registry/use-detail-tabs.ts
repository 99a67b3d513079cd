import { useEffect, useState } from 'react';
import type { DetailTab } from './area';
import { type Registry, useRegistry } from './registry';

/** What is loaded: a panel that opens again has its tabs at once. */
const loaded = new WeakMap<Registry['detailTabs'], readonly DetailTab[]>();

/** The tabs beside an entry; none while they are loaded. */
export function useDetailTabs(): readonly DetailTab[] {
  const { detailTabs } = useRegistry();
  const [tabs, setTabs] = useState(loaded.get(detailTabs) ?? []);
  useEffect(() => {
    let left = false;
    const show = (found: readonly DetailTab[]) => {
      loaded.set(detailTabs, found);
      if (!left) setTabs(found);
    };
    const fail = (error: unknown) =>
      setTabs(() => {
        throw error;
      });
    detailTabs().then(show, fail);
    return () => {
      left = true;
    };
  }, [detailTabs]);
  return tabs;
}
