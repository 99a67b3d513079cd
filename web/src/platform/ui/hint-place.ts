export type HintSide = 'top' | 'right';

type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

const OFFSET = 5;
const EDGE = 5;

const within = (value: number, size: number, room: number) => Math.max(EDGE, Math.min(value, room - size - EDGE));

/** Where a hint lies: on its side of the control, on the other one where it has no room, and never over an edge. */
export function hintPlace(control: Box, hint: Size, room: Size, side: HintSide): { left: number; top: number } {
  if (side === 'right') {
    const right = control.left + control.width + OFFSET;
    const fits = right + hint.width + EDGE <= room.width;
    return {
      left: fits ? right : Math.max(EDGE, control.left - OFFSET - hint.width),
      top: within(control.top + (control.height - hint.height) / 2, hint.height, room.height),
    };
  }
  const above = control.top - OFFSET - hint.height;
  return {
    left: within(control.left + (control.width - hint.width) / 2, hint.width, room.width),
    top: above >= EDGE ? above : control.top + control.height + OFFSET,
  };
}
