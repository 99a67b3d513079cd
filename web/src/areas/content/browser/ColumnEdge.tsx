import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './EntryTable.module.css';

const STEP = 10;

type Props = { label: string; width: number; resize: (width: number) => void };

/** The left edge of a column: it is dragged, or moved by the arrow keys. */
export function ColumnEdge({ label, width, resize }: Props) {
  const { t } = useTranslation('content');
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const edge = event.currentTarget;
    const from = event.clientX;
    const follow = ({ clientX }: globalThis.PointerEvent) => resize(width + from - clientX);
    const end = () => {
      edge.removeEventListener('pointermove', follow);
      edge.removeEventListener('lostpointercapture', end);
    };
    edge.addEventListener('pointermove', follow);
    edge.addEventListener('lostpointercapture', end);
    edge.setPointerCapture(event.pointerId);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    resize(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('list.width', { column: label })}
      aria-valuenow={width}
      tabIndex={0}
      className={classes['edge']}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
