import * as z from 'zod/mini';

/** A whole number from `least` to `most`; an empty field means that there is no limit. */
function limit(least: number, most: number, error: string) {
  const holds = (typed: number | string) =>
    typed === '' || (Number.isInteger(Number(typed)) && Number(typed) >= least && Number(typed) <= most);
  return z.union([z.number(), z.string()]).check(z.refine(holds, { error }));
}

export const keptVersions = () => limit(0, 1000, 'form_rules.kept_versions');
export const keptDays = () => limit(1, 36_500, 'form_rules.kept_days');
