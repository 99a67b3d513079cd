import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { notify } from '../../../platform/ui/notify';
import { SideDrawer } from '../../../platform/ui/SideDrawer';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import type { RepositorySettings } from './file-server';
import { MoveObstacle } from './MoveObstacle';
import classes from './RepositoryMove.module.css';
import { type Moving, movingWords, useMoveCalls, useMoveStatus } from './repository-move';

type Props = { appId: number; repository: RepositorySettings; moving: Moving; close: () => void };

/** How far a move has come, what could not be copied, and what can be done about it. */
export function MoveProgress({ appId, repository, moving, close }: Props) {
  const { t } = useTranslation('content_settings');
  const { retry, giveUp, leave } = useMoveCalls(appId, repository);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { state } = moving;
  useFocusBack();
  const run = async (call: () => Promise<readonly string[]>, done: string) => {
    setBusy(true);
    setRefusal(null);
    try {
      const actions = await call();
      notify.success(done, { actions });
      close();
    } catch (error) {
      setRefusal(isProblem(error) ? error.message : t('moves.silent'));
      setBusy(false);
    }
  };
  const { title } = repository;
  const words = movingWords(moving, t);
  const goesOn = state === 'copying' || state === 'closed';
  const label = moving.file_server_label;
  const isLeft = (state === 'undoing' || state === 'clearing') && moving.waits_for !== null;
  return (
    <SideDrawer title={t('moves.title', { title })} close={close}>
      <div className={classes['progress']}>
        <p role="status">{words}</p>
        {goesOn && <Progress value={moving.progress} aria-label={words} />}
        {moving.waits_for !== null && <MoveObstacle repository={repository} moving={moving} />}
        {state === 'failed' && <MoveFailures appId={appId} repository={repository} />}
        {refusal !== null && (
          <p role="alert" className={classes['wrong']}>
            {refusal}
          </p>
        )}
        <div className={classes['buttons']}>
          {state === 'failed' && (
            <Button loading={busy} onClick={() => void run(retry, t('moves.retried', { title }))}>
              {t('moves.retry')}
            </Button>
          )}
          {(goesOn || state === 'failed') && (
            <Button variant="default" disabled={busy} onClick={() => void run(giveUp, t('moves.given_up', { title }))}>
              {t('moves.give_up')}
            </Button>
          )}
          {isLeft && (
            <Button variant="default" loading={busy} onClick={() => void run(leave, t('moves.left', { title, label }))}>
              {t('moves.leave')}
            </Button>
          )}
        </div>
      </div>
    </SideDrawer>
  );
}

function MoveFailures({ appId, repository }: { appId: number; repository: RepositorySettings }) {
  const { t } = useTranslation('content_settings');
  const { data } = useMoveStatus(appId, repository, true);
  if (!data) return null;
  if (data.failed === 0) {
    const isTold = repository.moving?.waits_for != null;
    return <p className={classes['quiet']}>{isTold ? t('moves.stays') : t('moves.interrupted')}</p>;
  }
  const more = data.failed - data.failures.length;
  return (
    <>
      <p className={classes['quiet']}>{t('moves.failed_lead')}</p>
      <ul className={classes['failures']}>
        {data.failures.map((failure, index) => (
          // Files that may not be seen have no id.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once
          <Failure key={index} failure={failure} />
        ))}
      </ul>
      {more > 0 && <p className={classes['quiet']}>{t('moves.more', { count: more })}</p>}
    </>
  );
}

function Failure({ failure: { path, apart, reason } }: { failure: Schema<'RepositoryMoveFailure'> }) {
  const { t } = useTranslation('content_settings');
  const why = () => {
    if (reason === 'damaged') return t('moves.reason.damaged');
    return reason === 'bytes_missing' ? t('moves.reason.bytes_missing') : t('moves.reason.unreadable');
  };
  return (
    <li>
      <strong>{path ?? t('moves.unseen')}</strong>
      <span>
        {why()}
        {apart && ` · ${t('moves.apart')}`}
      </span>
    </li>
  );
}
