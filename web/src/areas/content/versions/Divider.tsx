import { IconArrowsHorizontal } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import classes from './Divider.module.css';

interface Props {
  label: string;
  /** Percent of the stage's width. */
  at: number;
  move: (at: number) => void;
}

const inside = (at: number) => Math.min(100, Math.max(0, at));

/** The line between two pictures that lie over each other; it is moved by pointer, finger and keys. */
export function Divider({ label, at, move }: Props) {
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box && box.width > 0) move(inside(((event.clientX - box.left) / box.width) * 100));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1;
    const next: Readonly<Record<string, number>> = {
      ...{ ArrowLeft: at - step, ArrowDown: at - step, ArrowRight: at + step, ArrowUp: at + step },
      ...{ PageDown: at - 10, PageUp: at + 10, Home: 0, End: 100 },
    };
    const to = next[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(inside(to));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes['divider']}
      style={{ left: `${at}%` }}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at)}
      onKeyDown={onKeyDown}
      // The stage below neither moves nor zooms.
      onDoubleClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture?.(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture?.(event.pointerId)) return;
        event.stopPropagation();
        follow(event);
      }}
    >
      <span className={classes['handle']}>
        <IconArrowsHorizontal size={18} aria-hidden />
      </span>
    </div>
  );
}
