import type { CheckedMark } from './grants';

/** Marks that keep somebody out, as they are told: those of which one clearance would be enough are told together. */
export function toldTogether(marks: readonly CheckedMark[]): [CheckedMark, ...CheckedMark[]][] {
  const told: [CheckedMark, ...CheckedMark[]][] = [];
  for (const mark of marks) {
    const others = told.find(
      ([first]) => first.match_type === 'or' && first.security_group_id === mark.security_group_id,
    );
    if (others === undefined) told.push([mark]);
    else others.push(mark);
  }
  return told;
}
