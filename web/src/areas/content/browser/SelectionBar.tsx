import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import type { ActionContext, EntryAction } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { notify } from '../../../platform/ui/notify';
import { useBackCloses } from '../../../platform/ui/use-back-closes';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import { heldByLock, lockReason } from '../entry/held-by-lock';
import { whyHeldBack } from '../entry/not-for-all';
import { heldBackForSelection, heldByRole, offeredForSelection, runOnSelection } from '../entry/offered';
import type { Entry } from '../queries';
import { useIsUnderViewer } from '../viewer/use-shown';
import { BarAction } from './BarAction';
import { BarMenu } from './BarMenu';
import classes from './SelectionBar.module.css';
import { useBarFit } from './use-bar-fit';
import { useBarHeight } from './use-bar-height';

interface Props {
  entries: readonly Entry[];
  context: ActionContext;
  /** How many can be selected; null while it is unknown. */
  all: number | null;
  /** Everything is selected, and is being counted. */
  waits: boolean;
  clear: () => void;
}

/** Floats at the bottom while anything is selected, with the actions for all of it. */
export function SelectionBar({ entries, context, all, waits, clear }: Props) {
  const { t, i18n } = useTranslation('content');
  const { whole, folder } = context;
  const count = whole?.count ?? entries.length;
  const bytes = whole?.bytes ?? entries.reduce((sum, entry) => sum + (entry.size ?? 0), 0);
  const { entryActions } = useRegistry();
  const offers = offeredForSelection(entryActions, entries, context);
  const heldBack = heldBackForSelection(entryActions, entries, context);
  const byLock = whole === null ? heldByLock(entryActions, entries) : [];
  const byRole = whole === null ? heldByRole(entryActions, entries) : [];
  const lock = lockReason(entries, t, i18n.language);
  const shown = [...offers, ...heldBack, ...byLock].filter(({ keyOnly }) => !keyOnly);
  const actions = waits ? [] : shown.toSorted((one, other) => one.order - other.order);
  const selectsAll = !waits && (all === null ? folder !== null : all > count);
  const reasonOf = (action: EntryAction) => {
    if (byLock.includes(action)) return lock;
    return heldBack.includes(action) ? whyHeldBack(action, whole) : null;
  };
  const run = (action: EntryAction) => {
    if (byLock.includes(action)) notify.info(lock ?? '');
    else runOnSelection(action, entries, context);
  };
  const bar = useRef<HTMLElement>(null);
  useBarHeight(bar);
  useBackCloses(!useIsUnderViewer(), clear);
  const small = useIsPhone();
  const labelOf = (action: EntryAction) => action.label(entries);
  const words = [i18n.language, count, bytes > 0, selectsAll && all, ...actions.map(labelOf)];
  // What a role never has takes no place in the bar. Its menu has it, with the reason.
  const usual = actions.filter((action) => !byRole.includes(action));
  const fit = useBarFit(bar, usual, words.join(' '));
  const folds = fit.folded.length > 0;
  const folded = actions.filter((action) => fit.folded.includes(action) || byRole.includes(action));
  const drawn = (action: EntryAction) => (
    <BarAction
      key={action.key}
      action={action}
      label={labelOf(action)}
      hint={action.hint?.(entries) ?? null}
      heldBack={reasonOf(action)}
      run={() => run(action)}
    />
  );
  return (
    <section
      ref={bar}
      data-selection-bar
      data-compact={fit.compact || undefined}
      className={classes['bar']}
      aria-label={t('selection.label')}
    >
      <ActionIcon size={32} aria-label={t('selection.clear')} onClick={clear}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
      <span className={classes['count']} role="status">
        {waits ? t('selection.counting') : t('selection.count', { count })}
        {!waits && bytes > 0 && <span className={classes['size']}>{formatSize(bytes, i18n.language)}</span>}
      </span>
      {selectsAll && (
        <Button
          size="sm"
          h={34}
          variant="subtle"
          className={classes['all'] ?? ''}
          {...(all !== null && { 'aria-label': t('selection.all', { count: all }) })}
          onClick={context.screen.selectAll}
        >
          {all === null ? t('actions.selectAll') : t(small ? 'selection.allShort' : 'selection.all', { count: all })}
        </Button>
      )}
      <span className={classes['actions']}>
        {fit.shown.slice(0, folds ? -1 : undefined).map(drawn)}
        {folds && <BarMenu actions={folded} labelOf={labelOf} reasonOf={reasonOf} run={run} />}
        {fit.shown.slice(folds ? -1 : fit.shown.length).map(drawn)}
      </span>
    </section>
  );
}
