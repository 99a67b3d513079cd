import type { Entry } from '../queries';

/** The collection in whose list an entry stands. */
interface OwnCollection {
  collectionId: number;
  title: string;
  mayEdit: boolean;
}

export type CollectedEntry = Entry & { collected: OwnCollection };

const isCollected = (entry: Entry): entry is CollectedEntry => 'collected' in entry;

/** The collection that an entry is shown in; null in any other list. */
export function collectionOf(entry: Entry): OwnCollection | null {
  return isCollected(entry) ? entry.collected : null;
}
