import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { PictureSurface } from '../../platform/registry/picture-surfaces';
import type { Pin, Thread } from './comment-queries';
import classes from './Pins.module.css';
import { dropAt, movedBy, type Place, pinAt } from './pin-places';

interface Props {
  surface: PictureSurface;
  threads: readonly Thread[];
  chosen: number | null;
  choose: (thread: number) => void;
  /** Of the comment that is being written. */
  pin: Pin | null;
  /** A click sets one. */
  placing: boolean;
  place: (pin: Pin) => void;
  /** Sets none after all. */
  leave: () => void;
}

/** The picture neither moves nor is swiped under a pin. */
const still = {
  onPointerDown: (event: PointerEvent) => event.stopPropagation(),
  onPointerUp: (event: PointerEvent) => event.stopPropagation(),
};

/** The pins on a picture, or on a page. They follow its zoom and its place, and keep their own size. */
export function Pins({ surface, threads, chosen, choose, pin, placing, place, leave }: Props) {
  const { t } = useTranslation('comments_panel');
  const layer = useSurfaceLayer(surface.element);
  const here = (one: Pin | null): one is Pin => one !== null && (one.page ?? null) === surface.page;
  if (layer === null) return null;
  return createPortal(
    <>
      {threads.map(
        ({ comment_id: id, pin: own, pin_number: number, made_by, resolved }) =>
          here(own) && (
            <button
              key={id}
              type="button"
              className={classes['pin']}
              style={dropAt(own)}
              data-chosen={id === chosen || undefined}
              data-resolved={resolved !== null || undefined}
              aria-label={t('pin.thread', { number, name: made_by.name })}
              onClick={() => choose(id)}
              {...still}
            >
              <span>{number}</span>
            </button>
          ),
      )}
      {here(pin) && (
        <span className={classes['pin']} style={dropAt(pin)} data-new role="img" aria-label={t('pin.here')} />
      )}
      {placing && <Placing page={surface.page} place={place} leave={leave} />}
    </>,
    layer,
  );
}

/**
 * A layer of our own on the picture. Events that bubble from it in the document would reach the picture's gestures, which
 * take the pointer; it keeps those of buttons to itself.
 */
function useSurfaceLayer(element: HTMLElement): HTMLElement | null {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const made = document.createElement('div');
    made.className = classes['layer'] ?? '';
    const keep = (event: Event) => event.target !== made && event.stopPropagation();
    const kept = ['pointerdown', 'pointerup', 'dblclick'];
    for (const name of kept) made.addEventListener(name, keep);
    element.append(made);
    setLayer(made);
    return () => {
      made.remove();
      setLayer(null);
    };
  }, [element]);
  return layer;
}

/** Takes the place of a new pin: by a click, or by arrow keys and Enter. */
function Placing({ page, place, leave }: Pick<Props, 'place' | 'leave'> & { page: number | null }) {
  const { t } = useTranslation('comments_panel');
  const [cross, setCross] = useState<Place>({ x: 500, y: 500 });
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <button
      ref={field}
      type="button"
      className={classes['placing']}
      aria-label={t('pin.move')}
      onPointerMove={(event) => setCross(pinAt(event.currentTarget.getBoundingClientRect(), event))}
      onClick={(event) => {
        // Enter clicks, too, at no place.
        const clicked = event.detail > 0;
        place({ ...(clicked ? pinAt(event.currentTarget.getBoundingClientRect(), event) : cross), page });
      }}
      onKeyDown={(event) => {
        const moved = movedBy(cross, event.key, event.shiftKey);
        if (!moved && event.key !== 'Escape') return;
        event.preventDefault();
        event.nativeEvent.stopPropagation();
        if (moved) setCross(moved);
        else leave();
      }}
      {...still}
    >
      <span className={classes['pin']} style={dropAt(cross)} data-new />
    </button>
  );
}
