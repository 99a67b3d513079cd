import { type PropsWithChildren, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import classes from './Hint.module.css';
import { type HintSide, hintPlace } from './hint-place';

type Props = PropsWithChildren<{
  /** What the control's own name says, too, for those who do not see it. */
  label: string;
  side?: HintSide;
  delayMs?: number;
  disabled?: boolean;
}>;

/** Names a control that shows an icon alone, while the pointer rests on it or the keyboard is at it. */
export function Hint({ label, side = 'top', delayMs = 400, disabled = false, children }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const timer = useRef<number>(undefined);
  const [shown, setShown] = useState(false);
  const over = useRef(false);
  const show = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(true), delayMs);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    setShown(false);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control that it is around
    <span
      ref={place}
      className={classes['place']}
      // A pointer that rests where a menu closes over the control has not come to it.
      onPointerMove={(event) => {
        if (event.pointerType !== 'mouse' || over.current) return;
        over.current = true;
        show();
      }}
      onPointerLeave={() => {
        over.current = false;
        hide();
      }}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
      onKeyDown={hide}
    >
      {children}
      {shown && !disabled && <Bubble label={label} side={side} control={place.current?.firstElementChild ?? null} />}
    </span>
  );
}

type BubbleProps = { label: string; side: HintSide; control: Element | null };

/** In the top layer, over dialogs and full-screen pictures. */
function Bubble({ label, side, control }: BubbleProps) {
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another label has another width
  useLayoutEffect(() => {
    const { current } = bubble;
    if (current === null || control === null) return;
    current.showPopover?.();
    const window = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
    const { left, top } = hintPlace(control.getBoundingClientRect(), current.getBoundingClientRect(), window, side);
    current.style.left = `${left}px`;
    current.style.top = `${top}px`;
  }, [control, label, side]);
  return (
    <span ref={bubble} id={id} role="tooltip" popover="manual" className={classes['bubble']}>
      {label}
    </span>
  );
}
