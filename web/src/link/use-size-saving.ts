import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { LinkError, troubleOf } from './link-api';
import { useSharing } from './sharing';
import { convertedUrl, findPictures, make, type Pictures, picturesUrl, preparePictures, type Size } from './sizes-api';
import type { Subject } from './subject';
import { say } from './texts';

const PAUSE_MS = 1000;

/** `making`: one picture; otherwise how far those of an archive are. */
export type Saving = { at: 'idle'; fault: string | null } | { at: 'making'; pictures: Pictures | null };

/** Lets the browser save what is at an address of this server. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

function faultOf(error: unknown, { kind }: Subject): string {
  const trouble = troubleOf(error);
  if (error instanceof LinkError && trouble === 'slowed') return say('slowed', { count: error.seconds });
  if (trouble === 'impossible') return say(kind === 'file' ? 'sizesImpossible' : 'sizesNoPictures');
  return say(trouble === 'ended' ? 'endedTitle' : trouble === 'unreachable' ? 'failedLead' : 'sizesFailed');
}

/** Has a picture made, or all those of an archive, and saves it; then the dialog closes. */
export function useSizeSaving(subject: Subject, close: () => void) {
  const { spend } = useSharing();
  const [saving, setSaving] = useState<Saving>({ at: 'idle', fault: null });
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  /** Where it is once it is made; null: nobody waits for it any more. */
  const made = useCallback(
    async (size: Size): Promise<string | null> => {
      if (subject.kind === 'file') {
        const url = convertedUrl(subject.file.node_id, size);
        await make(url);
        return gone.current ? null : url;
      }
      let pictures = await preparePictures({ folder: subject.folder, node_ids: subject.nodeIds, ...size });
      while (!pictures.ready) {
        if (gone.current) return null;
        setSaving({ at: 'making', pictures });
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        pictures = await findPictures(pictures.pictures_id);
      }
      return gone.current ? null : picturesUrl(pictures.pictures_id);
    },
    [subject],
  );

  const begin = useCallback(
    async (size: Size) => {
      setSaving({ at: 'making', pictures: null });
      try {
        const url = await made(size);
        if (url === null) return;
        save(url);
        spend(url);
        close();
      } catch (error) {
        if (!gone.current) setSaving({ at: 'idle', fault: faultOf(error, subject) });
      }
    },
    [made, spend, close, subject],
  );
  const refuse = useCallback((fault: string) => setSaving({ at: 'idle', fault }), []);
  return { saving, begin, refuse, save };
}
