import { useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTrayTexts } from '../../platform/i18n/tray-texts';
import { live } from '../../platform/live/live';
import { useRegistry } from '../../platform/registry/registry';
import { later } from '../../platform/routing/later';
import { sessionStore } from '../../platform/session/session-store';
import { useSession } from '../../platform/session/use-session';
import { notify } from '../../platform/ui/notify';
import type { Chosen } from '../../platform/uploads/dropped-files';
import { groupReports } from '../../platform/uploads/group-reports';
import type { Answer, Conflict } from '../../platform/uploads/start-upload';
import type { Upload } from '../../platform/uploads/upload-queue';
import { createUploads } from '../../platform/uploads/uploads';
import { type PageUploads, UploadsContext, type UploadTarget } from '../../platform/uploads/uploads-context';
import { followers } from './followers';
import { LeaveGuard } from './LeaveGuard';
import { onceReached } from './once-reached';

const ConflictDialog = later(() => withTrayTexts(import('./ConflictDialog')), 'ConflictDialog');

/** Of a film, this page can draw what the server does not. */
async function drawFilm(upload: Upload, file: File): Promise<void> {
  if (file.type.startsWith('video/'))
    await (await import('../../platform/uploads/send-poster')).sendPoster(upload, file);
}

const calls = () => withTrayTexts(import('../../platform/uploads/upload-calls'));
const prepare = async (upload: Upload) => (await calls()).prepareUpload(upload);

interface Question {
  conflicts: readonly Conflict[];
  appId: number;
  folder: string;
  answer: (answer: Answer) => void;
}

/** Holds the uploads of this page and the socket of the signed-in user, whose events it passes on to all areas. */
export function ActivityProvider({ children }: PropsWithChildren) {
  const { t } = useTranslation('activity');
  const client = useQueryClient();
  const registry = useRegistry();
  const session = useSession();
  const usersId = session === null || session.user.reset_pwd ? null : session.usersId;
  const [following] = useState(() => followers(registry.live, client));
  const [uploads] = useState(() => {
    const stored = (upload: Upload, file: File) => {
      following.stored(upload);
      drawFilm(upload, file).catch(() => undefined);
    };
    return createUploads({ prepare, ...groupReports(), stored });
  });
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(() => live.listen(following.heard), [following]);
  useEffect(() => {
    if (usersId === null) return;
    const session = { usersId, token: () => sessionStore.get()?.token ?? '', ready: following.ready() };
    void live.connect(session, following);
    return live.leave;
  }, [usersId, following]);
  const isOpen = useRef(false);
  // The session is over or the shell is gone: uploads in its name must stop, and none may begin.
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      uploads.cancel([...uploads.snapshot().uploads.keys()]);
    };
  }, [uploads]);

  const activity = useMemo<PageUploads>(() => {
    const ask = (target: UploadTarget) => (conflicts: readonly Conflict[]) =>
      new Promise<Answer>((resolve) => {
        const answer = (given: Answer) => {
          setQuestion(null);
          resolve(given);
        };
        setQuestion({ conflicts, appId: target.appId, folder: target.name, answer });
      });
    const start = async (target: UploadTarget, chosen: Chosen) => {
      const { beginUpload } = await withTrayTexts(import('../../platform/uploads/begin-upload'));
      const own = new Set([...uploads.snapshot().uploads.values()].flatMap(({ ticket }) => ticket?.bgActionId ?? []));
      const started = await beginUpload(target, chosen, ask(target), own);
      if (started === null) return;
      uploads.add(started.uploads);
      if (started.uploads.length === 0 && started.skipped > 0) notify.info(t('allSkipped'));
    };
    // What is chosen while the server is away begins when it is back, unless somebody else has signed in meanwhile.
    const startWhenReached = (target: UploadTarget, chosen: Chosen) => {
      const whose = sessionStore.get()?.claims.usersId;
      return onceReached({
        start: () => start(target, chosen),
        waits: () => notify.info(t('waits', { count: chosen.files.length })),
        goesOn: () => isOpen.current && sessionStore.get()?.claims.usersId === whose,
      });
    };
    return {
      uploads,
      startUpload: (target, chosen) => {
        // The banner has already shown the error at this point.
        startWhenReached(target, chosen).catch((error: unknown) => console.error('The upload could not begin', error));
      },
    };
  }, [uploads, t]);

  return (
    <UploadsContext value={activity}>
      {children}
      <LeaveGuard />
      {question && (
        <Suspense fallback={null}>
          <ConflictDialog {...question} />
        </Suspense>
      )}
    </UploadsContext>
  );
}
