import type { Schema } from '../../platform/api/client';
import type { Between } from '../../platform/registry/log-words';

type Told = Pick<Schema<'NodeAct'>, 'changes' | 'moved'>;

/** From which folder, or which name, an act led to which; null of other acts. `unseen` stands for a folder without a name. */
export function between({ changes, moved }: Told, unseen: string): Between | null {
  if (moved !== null) return { from: moved.from ?? unseen, to: moved.to ?? unseen };
  const { before, after } = changes.find(({ field }) => field === 'name') ?? {};
  return before && after && before !== after ? { from: before, to: after } : null;
}

/** What its sentence has said already. */
export function isSaid(field: string, { moved }: Told): boolean {
  return field === (moved === null ? 'name' : 'parent_id');
}
