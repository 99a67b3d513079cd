import type { OpenLink } from './answers';

/** Downloads that were begun here, by their addresses: those that an answer about the link knows of, and those since. */
export type Spent = { link: OpenLink; known: ReadonlySet<string>; since: ReadonlySet<string> };

export const nothingSpent = (link: OpenLink): Spent => ({ link, known: new Set(), since: new Set() });

/** The same after the link was read again: its answer has counted what was begun before. */
export function spentOf(link: OpenLink, spent: Spent): Spent {
  return spent.link === link ? spent : { link, known: new Set([...spent.known, ...spent.since]), since: new Set() };
}

/** The same address again is not counted. */
export function withDownload(spent: Spent, address: string): Spent {
  return spent.known.has(address) ? spent : { ...spent, since: new Set([...spent.since, address]) };
}
