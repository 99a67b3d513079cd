export interface Ancestor {
  node_id: number;
  name: string | null;
}

export type Crumb = { kind: 'link'; nodeId: number; name: string } | { kind: 'hidden'; count: number };

/** Ancestors that the reader may not see become one "…", however many stand in a row. */
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

/** On a narrow screen the middle folds away: the first, then the last ones. */
export function folded(crumbs: readonly Crumb[], room: number): { shown: Crumb[]; away: Crumb[] } {
  if (crumbs.length <= room) return { shown: [...crumbs], away: [] };
  const tail = Math.max(1, room - 1);
  return { shown: [...crumbs.slice(0, 1), ...crumbs.slice(-tail)], away: crumbs.slice(1, -tail) };
}
