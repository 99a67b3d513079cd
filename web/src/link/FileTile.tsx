/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { formatSize } from '../platform/i18n/format-size';
import { dateLocale } from '../platform/i18n/moments';
import type { Entry } from './answers';
import type { Choosing } from './choosing';
import classes from './FileTile.module.css';
import { Icon } from './Icon';
import { isPlainClick } from './is-plain-click';
import { badgeOf, fileTypeOf } from './kinds';
import { Picture } from './Picture';
import { isSmallFor } from './pictures';
import { addressOf, type Place } from './place';
import type { Box } from './rows';
import { Save } from './Save';
import { currentLanguage, say } from './texts';

type Props = {
  file: Entry;
  box: Box;
  place: Place;
  choosing: Choosing;
  show: (node: number) => void;
  /** It is seen without scrolling. */
  eager: boolean;
};

/** A file as its picture, in its row; without one, a sheet with its type and name. */
export function FileTile({ file, box, place, choosing, show, eager }: Props) {
  const [failed, setFailed] = useState(false);
  const { node_id, name } = file;
  const seen = file.has_picture && !failed;
  const small = isSmallFor(box.width, file);
  const inside = (
    <>
      {!seen && <Sheet file={file} />}
      {file.has_picture && (
        <Picture
          entry={file}
          alt=""
          sizes={`${small ? file.width : Math.ceil(box.width)}px`}
          fit={small ? 'own' : 'cover'}
          eager={eager}
          onFailed={setFailed}
        />
      )}
      {seen && <Badge file={file} />}
      {seen && <span class={classes['facts']}>{facts(file)}</span>}
    </>
  );
  return (
    <li class={classes['tile']} style={{ width: `${box.width}px`, height: `${box.height}px` }} data-node={node_id}>
      {choosing.on ? (
        <Choice file={file} choosing={choosing}>
          {inside}
        </Choice>
      ) : (
        <>
          <a
            class={classes['open']}
            href={addressOf({ ...place, node: node_id })}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              show(node_id);
            }}
          >
            {inside}
          </a>
          <span class={classes['save']}>
            {!file.rights_ended && (
              <Save subject={{ kind: 'file', file }} look="icon" label={say('downloadName', { name })} />
            )}
          </span>
        </>
      )}
    </li>
  );
}

type ChoiceProps = { file: Entry; choosing: Choosing; children: preact.ComponentChildren };

function Choice({ file, choosing, children }: ChoiceProps) {
  const chosen = choosing.has(file.node_id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the whole picture is the box
    <button
      type="button"
      role="checkbox"
      class={classes['open']}
      aria-checked={chosen}
      aria-label={say('chooseName', { name: file.name })}
      onClick={() => choosing.toggle(file)}
    >
      {children}
      <span class="tick" data-on={chosen || undefined} data-over>
        {chosen && <Icon name="check" size={16} />}
      </span>
    </button>
  );
}

function Badge({ file }: { file: Entry }) {
  const word = badgeOf(file);
  if (word === null) return null;
  return (
    <span class={classes['badge']} aria-hidden="true">
      {word}
    </span>
  );
}

function Sheet({ file }: { file: Entry }) {
  return (
    <span class={classes['sheet']}>
      <Icon name={fileTypeOf(file).icon} size={44} />
      <span class={classes['sheetName']}>{file.name}</span>
      <span class={classes['sheetFacts']} aria-hidden="true">
        {sizeOf(file)}
      </span>
    </span>
  );
}

function facts(file: Entry) {
  const { name, width, height, entry_type } = file;
  const pixels = width && height && entry_type === 'image' ? [`${width} × ${height}`] : [];
  return (
    <>
      <span class={classes['name']}>{name}</span>
      <span aria-hidden="true">{[...pixels, sizeOf(file)].join(' · ')}</span>
    </>
  );
}

function sizeOf({ bytes }: Entry): string {
  return bytes === null ? '' : formatSize(bytes, dateLocale(currentLanguage()));
}
