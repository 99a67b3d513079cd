/** The actions of a bar that are drawn in it, and those in its menu. */
export type Fit<T> = { shown: readonly T[]; folded: readonly T[] };

/**
 * As many of the first actions as `room` has place for; where some do not fit, the last one, which is the gravest, keeps
 * its place beside the menu. `widths`: of the actions, each with the gap behind it; `menu`: of the button of the menu.
 */
export function fitIntoBar<T>(actions: readonly T[], widths: readonly number[], room: number, menu: number): Fit<T> {
  const sum = (some: readonly number[]) => some.reduce((total, width) => total + width, 0);
  if (sum(widths) <= room) return { shown: actions, folded: [] };
  const end = actions.length - 1;
  let left = room - menu - (widths[end] ?? 0);
  let count = 0;
  while (count < end && (widths[count] ?? 0) <= left) {
    left -= widths[count] ?? 0;
    count += 1;
  }
  return { shown: [...actions.slice(0, count), ...actions.slice(end)], folded: actions.slice(count, end) };
}
