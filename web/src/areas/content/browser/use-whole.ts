import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Place, wholeQuery } from '../queries';
import type { Selection } from './selection';

interface Props {
  appId: number;
  /** Null for a list of which only what is loaded can be selected. */
  place: Place | null;
  selection: Selection;
  entries: readonly { node_id: number; size: number | null }[];
  /** The list has not loaded everything. */
  isPart: boolean;
}

/** More entries than a list has loaded. */
export interface Whole {
  except: readonly number[];
  asOf: number;
  count: number;
  bytes: number;
  acts: ReadonlyMap<string, number>;
}

/**
 * A selection of more than the list has loaded, as the server counts it: once, when something is selected. `all` is the
 * number of entries that can be selected; null while it is unknown.
 */
export function useWhole({ appId, place, selection, entries, isPart }: Props): {
  whole: Whole | null;
  all: number | null;
} {
  const { allBut, ids, turn } = selection;
  const asks = place !== null && (allBut !== null || (isPart && ids.size > 0));
  const sum = useQuery({ ...wholeQuery(appId, place ?? {}, turn), enabled: asks }).data;
  const whole = useMemo(() => {
    if (allBut === null || sum === undefined) return null;
    const left = entries.filter((entry) => allBut.has(entry.node_id));
    return {
      ...{ except: [...allBut], asOf: sum.as_of },
      count: sum.count - left.length,
      bytes: sum.bytes - left.reduce((bytes, entry) => bytes + (entry.size ?? 0), 0),
      acts: new Map(sum.acts.map((act) => [act.action_key, act.count])),
    };
  }, [allBut, sum, entries]);
  return { whole, all: sum?.count ?? null };
}
