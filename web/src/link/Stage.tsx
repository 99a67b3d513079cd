/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Entry } from './answers';
import { Icon } from './Icon';
import { fileTypeOf, kindOf } from './kinds';
import { contentUrl, downloadUrl } from './link-api';
import { Picture } from './Picture';
import { pictureOf, wholeSizes } from './pictures';
import classes from './Stage.module.css';
import { useSharing } from './sharing';
import { TextStage } from './TextStage';
import { say } from './texts';

/** A file, shown as what it is. The browser plays films and sounds; what it cannot play is its picture. */
export function Stage({ file }: { file: Entry }) {
  const { originals, spend } = useSharing();
  const [failed, setFailed] = useState(false);
  const { node_id, name } = file;
  const kind = failed ? (file.has_picture ? 'picture' : 'none') : kindOf(file, originals);
  const fail = () => setFailed(true);
  const player = {
    src: contentUrl(node_id),
    controls: true,
    preload: originals === 'freely' ? 'metadata' : 'none',
    'aria-label': say('player', { name }),
    onPlay: () => spend(downloadUrl(node_id)),
    onError: fail,
  } as const;
  switch (kind) {
    case 'film': {
      const poster = file.has_picture ? pictureOf(file, '').src : undefined;
      return <video {...player} class={classes['whole']} poster={poster} playsInline />;
    }
    case 'sound':
      return (
        <div class={classes['lack']}>
          <Icon name="music" size={72} />
          <audio {...player} />
        </div>
      );
    case 'pdf':
      return <PdfStage file={file} />;
    case 'text':
      return <TextStage file={file} failed={fail} />;
    case 'picture':
      return <PictureStage file={file} />;
    case 'none':
      return <Lack file={file} />;
  }
}

/** As a whole at first, then zoomed and moved by fingers, wheel and mouse. */
function PictureStage({ file }: { file: Entry }) {
  const [failed, setFailed] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  useZoom(stage);
  const { node_id, name } = file;
  if (file.has_picture) {
    return (
      <div ref={stage} class={classes['whole']} data-zooms>
        <Picture entry={file} alt={name} sizes={wholeSizes(file)} fit="contain" eager="first" onFailed={setFailed} />
        {failed && <Lack file={file} words={say('nothingFailed')} />}
      </div>
    );
  }
  if (failed) return <Lack file={file} />;
  return (
    <div ref={stage} class={classes['whole']} data-zooms>
      <img
        class={classes['whole']}
        src={contentUrl(node_id)}
        alt={name}
        draggable={false}
        onError={() => setFailed(true)}
      />
    </div>
  );
}

function useZoom(stage: { current: HTMLElement | null }): void {
  useEffect(() => {
    let end: (() => void) | null = null;
    let gone = false;
    // Without it the picture stays whole.
    void import('./pinch').then(
      ({ pinch }) => {
        if (!gone && stage.current) end = pinch(stage.current);
      },
      () => undefined,
    );
    return () => {
      gone = true;
      end?.();
    };
  }, [stage]);
}

/** Its first page, and the whole of it in the browser's own viewer, in a tab of its own. */
function PdfStage({ file }: { file: Entry }) {
  const { spend } = useSharing();
  const { node_id, name, has_picture } = file;
  return (
    <div class={classes['pdf']}>
      <div class={classes['page']}>
        {has_picture ? (
          <Picture entry={file} alt={name} sizes="100vw" fit="contain" eager="first" />
        ) : (
          <Icon name="pdf" size={72} />
        )}
      </div>
      <a
        class="button"
        data-look="primary"
        href={contentUrl(node_id)}
        target="_blank"
        rel="noreferrer"
        onClick={() => spend(downloadUrl(node_id))}
      >
        <Icon name="outside" />
        {say('openPdf')}
      </a>
    </div>
  );
}

function Lack({ file, words = say('nothing') }: { file: Entry; words?: string }) {
  return (
    <div class={classes['lack']}>
      <Icon name={fileTypeOf(file).icon} size={72} />
      <p>{words}</p>
    </div>
  );
}
