import type { InfiniteData } from '@tanstack/react-query';

/** On which side of another entry an entry goes. */
export type Side = 'before' | 'after';

/** A move of an entry of a collection. */
export interface Arrangement {
  nodeId: number;
  side: Side;
  other: number;
}

type Keyed = { node_id: number };
type Pages<Item extends Keyed> = InfiniteData<{ items: Item[]; next: string | null }, unknown>;

/** The list with one entry moved; the same list if one of the two is missing. */
export function arranged<Item extends Keyed>(items: readonly Item[], { nodeId, side, other }: Arrangement): Item[] {
  const moved = items.find(({ node_id }) => node_id === nodeId);
  const rest = items.filter(({ node_id }) => node_id !== nodeId);
  const at = rest.findIndex(({ node_id }) => node_id === other);
  if (moved === undefined || at < 0) return [...items];
  const place = side === 'before' ? at : at + 1;
  return [...rest.slice(0, place), moved, ...rest.slice(place)];
}

/** The loaded pages with one entry moved: each keeps its length. */
export function arrangedPages<Item extends Keyed>(pages: Pages<Item>, arrangement: Arrangement): Pages<Item> {
  const left = arranged(
    pages.pages.flatMap(({ items }) => items),
    arrangement,
  );
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: left.splice(0, page.items.length) })) };
}

/** Where a key puts the entry at `index` of the list; null: it stays. */
export function arrangedByKey(key: string, index: number, ids: readonly number[]): Arrangement | null {
  const nodeId = ids[index];
  const beside = (side: Side, other: number | undefined) =>
    nodeId === undefined || other === undefined || other === nodeId ? null : { nodeId, side, other };
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return beside('before', ids[index - 1]);
    case 'ArrowRight':
    case 'ArrowDown':
      return beside('after', ids[index + 1]);
    case 'Home':
      return beside('before', ids[0]);
    case 'End':
      return beside('after', ids.at(-1));
    default:
      return null;
  }
}
