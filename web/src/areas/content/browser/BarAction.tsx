import { Button } from '@mantine/core';
import type { EntryAction } from '../../../platform/registry/actions';
import { Hint } from '../../../platform/ui/Hint';
import classes from './SelectionBar.module.css';

/** An action in the bar of a selection; `heldBack`: why it cannot be done with it. */
export function BarAction({
  action,
  heldBack,
  run,
}: {
  action: EntryAction;
  heldBack: string | null;
  run: () => void;
}) {
  return (
    <Hint label={heldBack ?? action.label()}>
      <Button
        data-bar-action
        size="sm"
        h={34}
        variant={action.danger ? 'subtle' : 'default'}
        {...(action.danger && { color: 'red', c: 'var(--v-error)' })}
        className={classes['action'] ?? ''}
        leftSection={<action.icon size={18} stroke={1.7} aria-hidden />}
        aria-label={action.label()}
        // It keeps the focus and its hint, which says why.
        {...(heldBack !== null && { 'data-disabled': true, 'aria-disabled': true })}
        onClick={run}
      >
        <span className={classes['word']}>{action.label()}</span>
      </Button>
    </Hint>
  );
}
