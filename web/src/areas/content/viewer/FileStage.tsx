import { Loader } from '@mantine/core';
import { Suspense, useCallback, useState } from 'react';
import { later } from '../../../platform/routing/later';
import { useEntryType } from '../entry/use-entry-type';
import type { Entry } from '../queries';
import { Film } from './Film';
import { FirstPage } from './FirstPage';
import type { Kind } from './kind-of';
import { NoPicture } from './NoPicture';
import type { Original } from './original';
import type { Swipe } from './swipe';
import { TextFile } from './TextFile';
import { ZoomPicture } from './ZoomPicture';

const PdfFile = later(() => import('./pdf/PdfFile'), 'PdfFile');

interface Props {
  appId: number;
  file: Entry;
  kind: Kind;
  original: Original | null;
  swiped: (swipe: Swipe) => void;
  download?: (() => void) | undefined;
}

/** The file itself, in the way that fits its kind. What fails falls back to its preview, and then to words. */
export function FileStage({ appId, file, kind, original, swiped, download }: Props) {
  const { Viewer } = useEntryType(file);
  const [failures, setFailures] = useState(0);
  const failed = useCallback(() => setFailures((before) => before + 1), []);
  const waiting = <Loader color="gray" pos="absolute" inset={0} m="auto" />;
  if (Viewer) {
    return (
      <Suspense fallback={waiting}>
        <Viewer appId={appId} entry={file} />
      </Suspense>
    );
  }
  if (original && failures === 0) {
    const shared = { appId, file, original, swiped, failed };
    if (kind === 'pdf') {
      return (
        <Suspense fallback={<FirstPage appId={appId} file={file} />}>
          <PdfFile {...shared} />
        </Suspense>
      );
    }
    if (kind === 'film' || kind === 'sound') return <Film kind={kind} {...shared} />;
    if (kind === 'text') return <TextFile file={file} original={original} failed={failed} />;
  }
  const plays = kind === 'film' || kind === 'sound';
  if (!plays && failures < 2 && kind !== 'none' && (kind === 'picture' || file.preview.status === 'ready')) {
    const shown = kind === 'picture' ? original : null;
    return <ZoomPicture appId={appId} file={file} original={shown} swiped={swiped} failed={() => setFailures(2)} />;
  }
  return <NoPicture appId={appId} entry={file} unplayable={plays} download={download} />;
}
