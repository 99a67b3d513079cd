/** The actions of a bar that are drawn in it, with their words below if these have no room beside, and those in its menu. */
export type Fit<T> = { shown: readonly T[]; folded: readonly T[]; compact: boolean };

/** The widths of a bar: of its actions, of a narrow one, and of the button of its menu; each with a gap. */
export type Widths = { actions: readonly number[]; icon: number; menu: number };

/** With fewer actions beside their words, all become narrow. */
const ENOUGH = 4;

/**
 * What `room` has place for: the first actions with their words, the menu with the others, and the last, which is the
 * gravest. Where few of them fit, all become narrow.
 */
export function fitIntoBar<T>(actions: readonly T[], widths: Widths, room: number): Fit<T> {
  const total = widths.actions.reduce((sum, width) => sum + width, 0);
  if (total <= room) return { shown: actions, folded: [], compact: false };
  const end = actions.length - 1;
  const beside = (count: number) => ({
    shown: [...actions.slice(0, count), ...actions.slice(end)],
    folded: actions.slice(count, end),
  });
  let left = room - widths.menu - (widths.actions[end] ?? 0);
  const wide = widths.actions.slice(0, end).findIndex((width) => {
    left -= width;
    return left < 0;
  });
  const areNarrow = total <= actions.length * widths.icon;
  if (wide >= ENOUGH && !areNarrow) return { ...beside(wide), compact: false };
  if (actions.length * widths.icon <= room) return { shown: actions, folded: [], compact: true };
  const count = Math.min(end, Math.max(0, Math.floor((room - widths.menu) / widths.icon) - 1));
  return { ...beside(count), compact: true };
}
