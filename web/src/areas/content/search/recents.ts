import type { SearchHit } from '../queries';

/** What a person searched for and opened last, on this device only. */
export interface RecentEntry {
  appId: number;
  nodeId: number;
  name: string;
  path: string | null;
  isFile: boolean;
  /** The folder that shows it, as far as it was known then. */
  parentId?: number | null;
}

interface Recents {
  terms: string[];
  entries: RecentEntry[];
}

const MOST = 6;
const keyOf = (usersId: number) => `search_recents:${usersId}`;

function isEntry(value: unknown): value is RecentEntry {
  if (typeof value !== 'object' || value === null) return false;
  return 'appId' in value && 'nodeId' in value && 'name' in value && typeof value.name === 'string';
}

/** Empty where nothing is stored, or where it cannot be read. */
export function recentsOf(usersId: number): Recents {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf(usersId)) ?? '{}');
    if (typeof read !== 'object' || read === null) return { terms: [], entries: [] };
    const terms: unknown = 'terms' in read ? read.terms : [];
    const entries: unknown = 'entries' in read ? read.entries : [];
    return {
      terms: Array.isArray(terms) ? terms.filter((term) => typeof term === 'string') : [],
      entries: Array.isArray(entries) ? entries.filter(isEntry) : [],
    };
  } catch {
    return { terms: [], entries: [] };
  }
}

function keep(usersId: number, recents: Recents): void {
  try {
    localStorage.setItem(keyOf(usersId), JSON.stringify(recents));
  } catch {
    // Without storage nothing is remembered.
  }
}

/** The last one comes first; a term that was typed on replaces its beginning. */
export function rememberTerm(usersId: number, term: string): void {
  const { terms, entries } = recentsOf(usersId);
  const others = terms.filter((other) => !term.startsWith(other));
  keep(usersId, { terms: [term, ...others].slice(0, MOST), entries });
}

export function rememberEntry(usersId: number, entry: RecentEntry): void {
  const { terms, entries } = recentsOf(usersId);
  const others = entries.filter((other) => other.nodeId !== entry.nodeId || other.appId !== entry.appId);
  keep(usersId, { terms, entries: [entry, ...others].slice(0, MOST) });
}

/** A hit as it is remembered. */
export function recentOf(appId: number, hit: SearchHit): RecentEntry {
  const { node_id: nodeId, name, path, node_type, parent_id: parentId } = hit;
  return { appId, nodeId, name, path: path ?? null, isFile: node_type === 'file', parentId };
}
