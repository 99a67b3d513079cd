export interface Ancestor {
  node_id: number;
  name: string | null;
}

export type Crumb = { kind: 'link'; nodeId: number; name: string } | { kind: 'hidden'; count: number };

/** Ancestors that the user may not see become one "…", however many are in a row. */
export function trail(ancestors: readonly Ancestor[]): Crumb[] {
  const crumbs: Crumb[] = [];
  for (const { node_id, name } of ancestors) {
    const last = crumbs.at(-1);
    if (name !== null) crumbs.push({ kind: 'link', nodeId: node_id, name });
    else if (last?.kind === 'hidden') last.count += 1;
    else crumbs.push({ kind: 'hidden', count: 1 });
  }
  return crumbs;
}

/** If space is scarce the middle folds away: the first and the last ones stay; with space for one, only the last. */
export function folded(crumbs: readonly Crumb[], room: number): Record<'first' | 'away' | 'last', readonly Crumb[]> {
  if (crumbs.length <= room) return { first: crumbs, away: [], last: [] };
  const head = room > 1 ? 1 : 0;
  const tail = crumbs.length - (room - head);
  return { first: crumbs.slice(0, head), away: crumbs.slice(head, tail), last: crumbs.slice(tail) };
}
