import { IconCheck } from '@tabler/icons-react';
import classes from './SelectMark.module.css';

/** The tick on a card. The cell itself has aria-selected; this is for eyes and fingers. */
export function SelectMark({ selected }: { selected: boolean }) {
  return (
    <span className={classes['mark']} data-select-mark data-selected={selected || undefined} aria-hidden>
      {selected && <IconCheck size={14} stroke={3} />}
    </span>
  );
}
