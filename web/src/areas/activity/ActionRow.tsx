import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { selectedApp } from '../../platform/session/memory';
import { Hint } from '../../platform/ui/Hint';
import classes from './ActionRow.module.css';
import { type Action, canUndo, isRunning, outcome } from './action';
import { breakLongWords } from './break-words';
import { StatusLabel } from './StatusLabel';
import { sentence } from './sentences';
import { actionDetail } from './status-words';
import { TakenBackWords } from './TakenBackWords';
import type { ActionHandlers } from './use-actions';
import { usePlaceNames } from './use-place-names';

/** One action of a group that has several. */
export function ActionRow({ action, handlers }: { action: Action; handlers: ActionHandlers }) {
  const { t } = useTranslation('activity_tray');
  const running = isRunning(action);
  // A number of entries tells nothing without what was done with them.
  const isNamed = action.items === null;
  const places = usePlaceNames(selectedApp('content'), isNamed ? [] : [action]);
  const name = isNamed ? action.title : sentence([action], t, places);
  return (
    <div className={classes['row']}>
      <div className={classes['words']}>
        <span className={classes['name']} title={name} dir="auto">
          {breakLongWords(name)}
        </span>
        <StatusLabel outcome={outcome(action)} status={action.status}>
          {action.undone ? (
            <TakenBackWords appId={selectedApp('content')} actions={[action]} />
          ) : (
            actionDetail(action, t)
          )}
        </StatusLabel>
        {running && (
          <Progress value={action.progress} size={4} aria-label={t('progress', { name })} transitionDuration={200} />
        )}
      </div>
      {canUndo(action, Date.now() / 1000) && (
        <Button
          size="compact-xs"
          variant="light"
          flex="none"
          aria-label={t('undoOne', { name })}
          onClick={() => handlers.undo([action])}
        >
          {t('undo')}
        </Button>
      )}
      {running && action.cancellable && (
        <Hint label={t('cancel')}>
          <ActionIcon size={28} aria-label={t('cancelOne', { name })} onClick={() => void handlers.cancel([action])}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
    </div>
  );
}
