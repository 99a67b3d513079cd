/** The actions of a bar that are drawn in it, with their words below if these have no room beside, and those in its menu. */
export type Fit<T> = { shown: readonly T[]; folded: readonly T[]; compact: boolean };

/** The widths of a bar: of its actions, of a narrow one, and of the button of its menu; each with a gap. */
export type Widths = { actions: readonly number[]; icon: number; menu: number };

/**
 * What `room` has place for. First all become narrow. Where there are still too many, the last action, which is the gravest,
 * keeps its place beside the menu.
 */
export function fitIntoBar<T>(actions: readonly T[], widths: Widths, room: number): Fit<T> {
  const total = widths.actions.reduce((sum, width) => sum + width, 0);
  if (total <= room) return { shown: actions, folded: [], compact: false };
  if (actions.length * widths.icon <= room) return { shown: actions, folded: [], compact: true };
  const end = actions.length - 1;
  const count = Math.min(end, Math.max(0, Math.floor((room - widths.menu) / widths.icon) - 1));
  return {
    shown: [...actions.slice(0, count), ...actions.slice(end)],
    folded: actions.slice(count, end),
    compact: true,
  };
}
