/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Entry } from './answers';
import { FileFacts } from './FileFacts';
import { Icon, type IconName } from './Icon';
import { isInDialog } from './is-in-dialog';
import { kindOf } from './kinds';
import { pictureOf } from './pictures';
import { Save } from './Save';
import { Stage } from './Stage';
import { useSharing } from './sharing';
import { say, type TextKey } from './texts';
import type { Listing } from './use-listing';
import { type Swipe, useSwipes } from './use-swipes';
import classes from './Viewer.module.css';

/** The next page is loaded when so few files are left to go to. */
const FEW = 3;

type Props = {
  files: readonly Entry[];
  /** The one that the address says; null: none. */
  node: number | null;
  listing: Listing & { more: () => void };
  show: (node: number) => void;
  close: () => void;
};

/** The file that the address says. It may be on a page that is not loaded yet, or be no longer there. */
export function Viewer({ files, node, listing, show, close }: Props) {
  const at = node === null ? -1 : files.findIndex(({ node_id }) => node_id === node);
  const file = files[at];
  const { status, next, more } = listing;
  const isMissing = node !== null && file === undefined;
  const isAhead = file !== undefined && at >= files.length - FEW;
  useEffect(() => {
    if (status !== 'ready') return;
    if (next !== null && (isMissing || isAhead)) more();
    else if (isMissing) close();
  }, [status, next, isMissing, isAhead, more, close]);
  if (file === undefined) return null;
  const position = next === null ? say('position', { at: at + 1, count: files.length }) : String(at + 1);
  return (
    <ShownFile
      file={file}
      previous={files[at - 1]}
      next={files[at + 1]}
      position={files.length > 1 ? position : ''}
      show={show}
      close={close}
    />
  );
}

type ShownProps = {
  file: Entry;
  previous: Entry | undefined;
  next: Entry | undefined;
  position: string;
  show: (node: number) => void;
  close: () => void;
};

function ShownFile({ file, previous, next, position, show, close }: ShownProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, file.node_id);
  useFetchAhead([next, previous]);
  const go = (to: Entry | undefined) => to && show(to.node_id);
  const swipes = useSwipes((swipe: Swipe) => {
    if (swipe === 'down') close();
    else go(swipe === 'left' ? next : previous);
  });
  useKeys((key) => {
    if (key === 'ArrowLeft') go(previous);
    else if (key === 'ArrowRight') go(next);
    else return false;
    return true;
  });
  const leave = (event: Event) => {
    event.preventDefault();
    close();
  };
  return (
    <dialog
      ref={dialog}
      class={classes['viewer']}
      aria-modal="true"
      aria-label={say('preview', { name: file.name })}
      onCancel={leave}
    >
      <header class={classes['bar']}>
        <button type="button" class="button" data-look="icon" aria-label={say('close')} onClick={close}>
          <Icon name="x" />
        </button>
        <div class={classes['words']}>
          <h2>{file.name}</h2>
          <FileFacts file={file} short />
        </div>
        <span class={classes['position']}>{position}</span>
        {!file.rights_ended && (
          <Save look="plain" subject={{ kind: 'file', file }} label={say('downloadName', { name: file.name })}>
            <span class={classes['word']}>{say('download')}</span>
          </Save>
        )}
      </header>
      <div class={classes['stage']} {...swipes}>
        <Stage key={file.node_id} file={file} />
      </div>
      <Arrow side="left" label="previous" icon="left" go={previous && (() => go(previous))} />
      <Arrow side="right" label="next" icon="right" go={next && (() => go(next))} />
    </dialog>
  );
}

type ArrowProps = { side: 'left' | 'right'; label: TextKey; icon: IconName; go: (() => void) | undefined };

/** It stays at the ends, so that the focus is not lost there. */
function Arrow({ side, label, icon, go }: ArrowProps) {
  return (
    <button
      type="button"
      class={classes['arrow']}
      data-side={side}
      aria-label={say(label)}
      aria-disabled={go === undefined}
      onClick={go}
    >
      <Icon name={icon} size={24} />
    </button>
  );
}

/** Keys of the viewer, wherever the focus is; a player has its own. `press` says whether it has used the key. */
function useKeys(press: (key: string) => boolean): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (target instanceof HTMLMediaElement || isInDialog(event) || altKey || ctrlKey || metaKey) return;
      if (latest.current(key)) event.preventDefault();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

/** Modal from its first frame on; the file that was shown last has the focus afterwards. */
function useModal(dialog: { current: HTMLDialogElement | null }, nodeId: number): void {
  const last = useRef(nodeId);
  last.current = nodeId;
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => {
      current?.close();
      document.querySelector<HTMLElement>(`[data-node="${last.current}"] a`)?.focus();
    };
  }, [dialog]);
}

/** So that the next picture is there when it is asked for. */
function useFetchAhead(files: (Entry | undefined)[]): void {
  const { originals } = useSharing();
  const wanted = files.filter((file) => file?.has_picture && kindOf(file, originals) === 'picture');
  const key = wanted.map((file) => file?.node_id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which files they are
  useEffect(() => {
    for (const file of wanted) {
      if (file === undefined) continue;
      const { src, srcSet, sizes } = pictureOf(file, '100vw');
      const image = new Image();
      if (sizes) image.sizes = sizes;
      if (srcSet) image.srcset = srcSet;
      image.src = src;
    }
  }, [key]);
}
