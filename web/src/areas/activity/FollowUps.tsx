import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../../platform/registry/registry';
import { type Action, canRetry, canUndo, hasResult, outcome } from './action';
import { Failures } from './Failures';
import classes from './FollowUps.module.css';
import { SendRest } from './SendRest';
import { TakenBackWords } from './TakenBackWords';
import type { ActionHandlers } from './use-actions';

interface Props {
  appId: number | null;
  actions: readonly Action[];
  title: string;
  handlers: ActionHandlers;
}

/** What can be done about actions that have ended: taking them back, trying again what failed, and seeing what that is. */
export function FollowUps({ appId, actions, title, handlers }: Props) {
  const { t } = useTranslation('activity_tray');
  const { followUps } = useRegistry();
  const [shown, setShown] = useState(false);
  const now = Date.now() / 1000;
  const undoable = actions.filter((action) => canUndo(action, now));
  const retryable = actions.filter((action) => canRetry(action, now));
  const undone = actions.every((action) => action.undone);
  const [only] = actions;
  const failed = actions.length === 1 && only && !only.retried && (only.failed ?? 0) > 0 ? only : undefined;
  const made = actions.length === 1 && only && hasResult(only) ? only : undefined;
  const followUp = followUps.find(({ type }) => type === made?.type);
  if (appId !== null && actions.length === 1 && only && outcome(only) === 'interrupted')
    return <SendRest appId={appId} action={only} title={title} handlers={handlers} />;
  if (undoable.length === 0 && retryable.length === 0 && !undone && !failed && !followUp) return null;
  return (
    <>
      <div className={classes['row']}>
        {undone && (
          <span className={classes['undone']}>
            <TakenBackWords appId={appId} actions={actions} />
          </span>
        )}
        {made && followUp && appId !== null && (
          <Button
            size="compact-xs"
            variant="light"
            aria-label={t('followUp', { label: followUp.label(), name: title })}
            // The server's refusal is in the banner.
            onClick={() => void followUp.run(appId, made.id).catch(() => undefined)}
          >
            {followUp.label()}
          </Button>
        )}
        {undoable.length > 0 && (
          <Button
            size="compact-xs"
            variant="light"
            aria-label={t('undoOne', { name: title })}
            onClick={() => handlers.undo(undoable)}
          >
            {t('undo')}
          </Button>
        )}
        {retryable.length > 0 && (
          <Button
            size="compact-xs"
            variant="light"
            aria-label={t('retryOne', { name: title })}
            onClick={() => handlers.retry(retryable)}
          >
            {t('retryFailed')}
          </Button>
        )}
        {failed && (
          <Button size="compact-xs" variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? t('hideFailures') : t('showFailures')}
          </Button>
        )}
      </div>
      {failed && shown && appId !== null && <Failures appId={appId} actionId={failed.id} />}
    </>
  );
}
