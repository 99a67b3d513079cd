import { useQueryClient } from '@tanstack/react-query';
import { lazy, type PropsWithChildren, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Beginnings, type LiveEvent, live } from '../../platform/live/live';
import { loadChunk } from '../../platform/routing/page';
import { sessionStore } from '../../platform/session/session-store';
import { useSession } from '../../platform/session/use-session';
import { notify } from '../../platform/ui/notify';
import type { Chosen } from '../../platform/uploads/dropped-files';
import type { Answer, Conflict } from '../../platform/uploads/start-upload';
import type { Upload } from '../../platform/uploads/upload-queue';
import { createUploads } from '../../platform/uploads/uploads';
import { type Activity, ActivityContext, type UploadTarget } from '../../platform/uploads/uploads-context';
import { backgroundActionsQuery, cancelOnServer } from './background-actions';
import { LeaveGuard } from './LeaveGuard';

const ConflictDialog = lazy(() =>
  loadChunk(() => import('./ConflictDialog')).then((module) => ({ default: module.ConflictDialog })),
);

const prepare = async (upload: Upload) => (await import('../../platform/uploads/upload-calls')).prepareUpload(upload);

interface Question {
  conflicts: readonly Conflict[];
  folder: string;
  answer: (answer: Answer) => void;
}

interface Props extends PropsWithChildren {
  /** Turns socket events into changes of the query cache. */
  heard: (event: LiveEvent) => void;
  /** Lists may be older than the first event: they are loaded once more. */
  begun: Omit<Beginnings, 'connected'>;
  /** A file reached its folder. */
  stored: (upload: Upload) => void;
}

/** Holds the uploads of this page and the socket of the signed-in user. */
export function ActivityProvider({ children, heard, begun, stored }: Props) {
  const { t } = useTranslation('activity');
  const client = useQueryClient();
  const session = useSession();
  const usersId = session === null || session.user.reset_pwd ? null : session.usersId;
  const [uploads] = useState(() => createUploads({ prepare, cancelAction: cancelOnServer, stored }));
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(() => live.listen(heard), [heard]);
  useEffect(() => {
    if (usersId === null) return;
    const connected = () => void client.invalidateQueries({ queryKey: backgroundActionsQuery().queryKey });
    void live.connect({ usersId, token: () => sessionStore.get()?.token ?? '' }, { ...begun, connected });
    return live.leave;
  }, [usersId, client, begun]);
  // The session is over or the shell is gone: uploads in its name must stop.
  useEffect(() => () => uploads.cancel([...uploads.snapshot().uploads.keys()]), [uploads]);

  const activity = useMemo<Activity>(() => {
    const ask = (target: UploadTarget) => (conflicts: readonly Conflict[]) =>
      new Promise<Answer>((resolve) => {
        const answer = (given: Answer) => {
          setQuestion(null);
          resolve(given);
        };
        setQuestion({ conflicts, folder: target.name, answer });
      });
    const start = async (target: UploadTarget, chosen: Chosen) => {
      const { beginUpload } = await import('../../platform/uploads/begin-upload');
      const started = await beginUpload(target, chosen, ask(target));
      if (started === null) return;
      uploads.add(started.uploads);
      if (started.actions > 1) notify.info(t('split', { files: started.uploads.length, actions: started.actions }));
      else if (started.uploads.length === 0 && started.skipped > 0) notify.info(t('allSkipped'));
    };
    return {
      uploads,
      startUpload: (target, chosen) => {
        // The banner has already shown the error at this point.
        start(target, chosen).catch((error: unknown) => console.error('The upload could not begin', error));
      },
    };
  }, [uploads, t]);

  return (
    <ActivityContext value={activity}>
      {children}
      <LeaveGuard />
      {question && (
        <Suspense fallback={null}>
          <ConflictDialog {...question} />
        </Suspense>
      )}
    </ActivityContext>
  );
}
