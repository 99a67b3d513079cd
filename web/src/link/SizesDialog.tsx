/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './Icon';
import { OwnSize } from './OwnSize';
import { SizeChoice } from './SizeChoice';
import classes from './SizesDialog.module.css';
import { useSharing } from './sharing';
import { type Format, listPresets, type Preset, type Size } from './sizes-api';
import { nameOf, originalUrl, type Subject } from './subject';
import { say } from './texts';
import { type Saving, useSizeSaving } from './use-size-saving';

type Props = { subject: Subject; close: () => void };

/** What is chosen: the file as it is, a size of the organisation by its number, or one of one's own. */
type Choice = 'original' | 'own' | number;

const FORMATS: Readonly<Record<Format, string>> = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP' };
const LONGEST_SIDE = 16_000;
const USUAL_SIDE = '1600';

/** In which size and format something is saved: from below on a phone, in the middle elsewhere. */
export function SizesDialog({ subject, close }: Props) {
  const { sizes, mayDownload, spend } = useSharing();
  const presets = usePresets();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [format, setFormat] = useState<Format>('jpeg');
  const [edge, setEdge] = useState(USUAL_SIDE);
  const { saving, begin, refuse, save } = useSizeSaving(subject, close);
  const dialog = useModal();
  if (presets === null) return null;
  const own = sizes === 'any' ? 'own' : null;
  const choice: Choice | null = chosen ?? presets[0]?.preset_id ?? own ?? (mayDownload ? 'original' : null);
  const leave = (event: Event) => {
    event.preventDefault();
    close();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (saving.at === 'making' || choice === null) return;
    if (choice === 'original') {
      const url = originalUrl(subject);
      save(url);
      spend(url);
      close();
      return;
    }
    const size = sizeOf(choice, format, Number(edge));
    if (size === null) refuse(say('sizesEdgeFault'));
    else void begin(size);
  };
  return (
    <dialog
      ref={dialog}
      class={classes['dialog']}
      data-over
      aria-modal="true"
      aria-labelledby="sizes-title"
      onCancel={leave}
    >
      <form onSubmit={submit} noValidate>
        <header class={classes['head']}>
          <h2 id="sizes-title">{say('sizesTitle', { name: nameOf(subject) })}</h2>
          <button type="button" class="button" data-look="icon" aria-label={say('close')} onClick={close}>
            <Icon name="x" />
          </button>
        </header>
        <fieldset class={classes['choices']} disabled={saving.at === 'making'}>
          <legend>{say('sizes')}</legend>
          {choice === null && <p>{say('sizesNone')}</p>}
          {mayDownload && (
            <SizeChoice
              name={say('sizesOriginal')}
              facts={say('sizesOriginalHow')}
              checked={choice === 'original'}
              choose={() => setChosen('original')}
            />
          )}
          {presets.map((preset) => (
            <SizeChoice
              key={preset.preset_id}
              name={preset.name}
              facts={factsOf(preset)}
              checked={choice === preset.preset_id}
              choose={() => setChosen(preset.preset_id)}
            />
          ))}
          {own && (
            <SizeChoice
              name={say('sizesOwn')}
              facts={say('sizesOwnHow')}
              checked={choice === 'own'}
              choose={() => setChosen('own')}
            />
          )}
          {choice === 'own' && <OwnSize format={format} setFormat={setFormat} edge={edge} setEdge={setEdge} />}
        </fieldset>
        <footer class={classes['foot']}>
          <Said saving={saving} />
          <button
            type="submit"
            class="button"
            data-look="primary"
            aria-disabled={saving.at === 'making' || choice === null}
          >
            <Icon name="download" />
            {say('download')}
          </button>
        </footer>
      </form>
    </dialog>
  );
}

/** What goes on, or what has failed. */
function Said({ saving }: { saving: Saving }) {
  if (saving.at === 'idle') {
    return (
      <p class={classes['fault']} role="alert">
        {saving.fault}
      </p>
    );
  }
  const { pictures } = saving;
  const over = pictures === null ? 0 : pictures.made + pictures.failed;
  return (
    <div class={classes['said']}>
      <p role="status">
        {pictures === null ? say('sizesMaking') : say('sizesMade', { made: over, count: pictures.total })}
      </p>
      <progress aria-label={say('loading')} {...(pictures !== null && { value: over, max: pictures.total })} />
    </div>
  );
}

/** Null while they are not known yet; none if they cannot be had. */
function usePresets(): readonly Preset[] | null {
  const [presets, setPresets] = useState<readonly Preset[] | null>(null);
  useEffect(() => {
    listPresets().then(setPresets, () => setPresets([]));
  }, []);
  return presets;
}

/** Modal from its first frame on; afterwards the focus is where it was. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  const before = useRef(document.activeElement);
  useLayoutEffect(() => {
    if (dialog.current !== null && !dialog.current.open) dialog.current.showModal();
  });
  useEffect(() => {
    const { current } = before;
    return () => {
      if (current instanceof HTMLElement) current.focus();
    };
  }, []);
  return dialog;
}

function factsOf({ width, height, format }: Preset): string {
  return `${pixelsOf(width, height)} · ${FORMATS[format]}`;
}

function pixelsOf(width: number | null, height: number | null): string {
  if (width !== null && height !== null) return say('sizesPixels', { width, height });
  if (width !== null) return say('sizesWide', { width });
  return height === null ? say('sizesAllPixels') : say('sizesHigh', { height });
}

/** Null: no picture has such a side. */
function sizeOf(choice: 'own' | number, format: Format, edge: number): Size | null {
  if (choice !== 'own') return { preset: choice };
  const isSide = Number.isInteger(edge) && edge >= 1 && edge <= LONGEST_SIDE;
  return isSide ? { format, width: edge, height: edge } : null;
}
