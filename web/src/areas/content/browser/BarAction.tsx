import { Button } from '@mantine/core';
import type { EntryAction } from '../../../platform/registry/actions';
import { Hint } from '../../../platform/ui/Hint';
import classes from './SelectionBar.module.css';

/** An action in the bar of a selection; `heldBack`: why it cannot be done with it. */
export function BarAction({
  action,
  label,
  hint,
  heldBack,
  run,
}: {
  action: EntryAction;
  label: string;
  /** If it has more to say than the label. */
  hint: string | null;
  heldBack: string | null;
  run: () => void;
}) {
  return (
    <Hint label={heldBack ?? hint ?? label}>
      <Button
        data-bar-action
        data-danger={action.danger || undefined}
        size="sm"
        h={34}
        variant="subtle"
        color={action.danger ? 'red' : 'gray'}
        c={action.danger ? 'var(--v-error)' : 'var(--v-text)'}
        className={classes['action'] ?? ''}
        leftSection={<action.icon size={18} stroke={1.7} aria-hidden />}
        aria-label={label}
        // It keeps the focus and its hint, which says why.
        {...(heldBack !== null && { 'data-disabled': true, 'aria-disabled': true })}
        onClick={run}
      >
        <span className={classes['word']}>{label}</span>
      </Button>
    </Hint>
  );
}
