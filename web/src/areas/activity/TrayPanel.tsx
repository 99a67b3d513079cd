import { ActionIcon, Button, RingProgress, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listActions } from '../../platform/live/listed-actions';
import { Hint } from '../../platform/ui/Hint';
import { useIsCovered } from '../../platform/ui/use-is-covered';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import { ActionList } from './ActionList';
import { type Action, canUndo, isRunning } from './action';
import { type ActionGroup, aggregatePercent, headerOf } from './action-groups';
import { StatusLabel } from './StatusLabel';
import { runningTitle, statusLook, statusWord } from './status-words';
import classes from './TrayPanel.module.css';
import { useActionHandlers } from './use-actions';

interface Props {
  groups: readonly ActionGroup[];
  putAway: () => void;
}

const idsOf = (actions: readonly Action[]) => actions.map(({ id }) => id).join(' ');

/** The running actions, as a panel of 380 px or folded into a pill with a ring. */
export function TrayPanel({ groups, putAway }: Props) {
  const { t } = useTranslation('activity_tray');
  const small = useIsPhone();
  const [choice, setChoice] = useState<boolean | null>(null);
  const folded = choice ?? small;
  const handlers = useActionHandlers();
  const actions = groups.flatMap((group) => group.actions);
  const running = actions.filter(isRunning);
  // What is covered says nothing, and takes nothing back: a banner does, over the viewer, too.
  const silent = useIsCovered() || folded;
  const listed = silent ? '' : idsOf(actions);
  const undoable = silent ? '' : idsOf(actions.filter((action) => canUndo(action, Date.now() / 1000)));
  useEffect(() => {
    if (listed === '') return undefined;
    listActions(listed.split(' '), undoable.split(' '));
    return () => listActions([], []);
  }, [listed, undoable]);
  const header = headerOf(actions);
  // What has ended says nothing of how far the others are.
  const percent = aggregatePercent(running.length > 0 ? running : actions);
  const title = running.length > 0 ? runningTitle(running, t) : statusWord(header, header, t);

  const short = running.length > 0 ? `${percent}%` : title;

  if (folded) {
    return (
      <UnstyledButton
        className={classes['pill'] ?? ''}
        onClick={() => setChoice(false)}
        aria-label={`${short} · ${t('tray.unfold', { title })}`}
      >
        <RingProgress
          size={32}
          thickness={4}
          roundCaps
          sections={[{ value: percent, color: running.length > 0 ? 'var(--v-primary-ui)' : statusLook(header).color }]}
          aria-hidden
        />
        <span>{short}</span>
      </UnstyledButton>
    );
  }
  return (
    <section className={classes['panel']} aria-label={t('tray.label')}>
      <div className={classes['head']}>
        <div className={classes['words']}>
          <h2 className={classes['title']}>{title}</h2>
          {running.length > 0 && (
            <StatusLabel outcome={header} status={header}>
              {percent}%
            </StatusLabel>
          )}
        </div>
        {running.length < actions.length && (
          <Button size="compact-sm" variant="subtle" flex="none" onClick={handlers.clear}>
            {t('clear')}
          </Button>
        )}
        <Hint label={t('tray.fold')}>
          <ActionIcon size={32} aria-label={t('tray.fold')} onClick={() => setChoice(true)}>
            <IconChevronDown size={18} aria-hidden />
          </ActionIcon>
        </Hint>
        {running.length === 0 && (
          <Hint label={t('tray.putAway')}>
            <ActionIcon size={32} aria-label={t('tray.putAway')} onClick={putAway}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Hint>
        )}
      </div>
      <ActionList groups={groups} handlers={handlers} maxHeight={380} />
    </section>
  );
}
