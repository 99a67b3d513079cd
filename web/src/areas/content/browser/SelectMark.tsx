import { IconCheck } from '@tabler/icons-react';
import classes from './SelectMark.module.css';

/** The tick on a card. The cell itself has aria-selected; this is for eyes and fingers. */
export function SelectMark({ selected }: { selected: boolean | 'some' }) {
  return (
    <span className={classes['mark']} data-select-mark data-selected={selected !== false || undefined} aria-hidden>
      {selected === true && <IconCheck size={14} stroke={3} />}
      {selected === 'some' && <span className={classes['some']} />}
    </span>
  );
}
