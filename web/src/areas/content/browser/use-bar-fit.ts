import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { type Fit, fitIntoBar, type Widths } from './bar-fit';

/** An action with its word below its icon, which may be narrower on a phone; and the button of the menu. */
const TILE = 78;
const TILE_OF_PHONE = 74;
const PHONE = 560;
const MENU = 38;

const px = (element: Element, property: 'paddingRight' | 'columnGap') =>
  Number.parseFloat(getComputedStyle(element)[property]) || 0;

/** Which actions a bar has room for. `key` changes with what else decides that: the actions, and the words beside them. */
export function useBarFit<T>(bar: RefObject<HTMLElement | null>, actions: readonly T[], key: string): Fit<T> {
  const [width, setWidth] = useState(0);
  const [measured, setMeasured] = useState<{ of: string; widths: Widths; room: number } | null>(null);
  useLayoutEffect(() => {
    const stage = bar.current?.offsetParent ?? null;
    if (stage === null) return;
    const observer = new ResizeObserver(() => setWidth(stage.clientWidth));
    observer.observe(stage);
    return () => observer.disconnect();
  }, [bar]);
  const of = `${width} ${key}`;
  // Everything is drawn, and measured before it is seen.
  useLayoutEffect(() => {
    if (bar.current === null || measured?.of === of) return;
    const buttons = [...bar.current.querySelectorAll<HTMLElement>('[data-bar-action]')];
    const end = bar.current.getBoundingClientRect().right - px(bar.current, 'paddingRight');
    const start = buttons[0]?.getBoundingClientRect().left ?? end;
    const gap = px(buttons[0]?.parentElement?.parentElement ?? bar.current, 'columnGap');
    const wide = buttons.map((button) => button.getBoundingClientRect().width);
    const icon = Math.min(width <= PHONE ? TILE_OF_PHONE : TILE, ...wide) + gap;
    const widths = { actions: wide.map((width) => width + gap), icon, menu: MENU + gap };
    setMeasured({ of, widths, room: end - start + gap + 1 });
  }, [bar, measured, of, width]);
  return useMemo(
    () =>
      measured?.of === of && measured.widths.actions.length === actions.length
        ? fitIntoBar(actions, measured.widths, measured.room)
        : { shown: actions, folded: [], compact: false },
    [measured, of, actions],
  );
}
