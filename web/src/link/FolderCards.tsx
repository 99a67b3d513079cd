/** @jsxImportSource preact */
import type { Drawn, Entry } from './answers';
import type { Choosing } from './choosing';
import classes from './FolderCards.module.css';
import { Icon } from './Icon';
import { isPlainClick } from './is-plain-click';
import { Picture } from './Picture';
import { addressOf } from './place';
import { say } from './texts';

type Props = { folders: readonly Entry[]; choosing: Choosing; enter: (folder: number) => void };

/** Folders to walk into, or to choose; with pictures of what is in them, if one of them has any. */
export function FolderCards({ folders, choosing, enter }: Props) {
  if (folders.length === 0) return null;
  const pictured = folders.some(({ cover = [] }) => cover.length > 0);
  return (
    <ul class={classes['folders']} aria-label={say('folders')} data-pictured={pictured || undefined}>
      {folders.map((folder) => (
        <li key={folder.node_id}>
          <FolderCard folder={folder} pictured={pictured} choosing={choosing} enter={enter} />
        </li>
      ))}
    </ul>
  );
}

type CardProps = { folder: Entry; pictured: boolean; choosing: Choosing; enter: (folder: number) => void };

function FolderCard({ folder, pictured, choosing, enter }: CardProps) {
  const { node_id, name, cover = [] } = folder;
  const chosen = choosing.on && choosing.has(node_id);
  const inside = (
    <>
      {pictured && <Mosaic pictures={cover} />}
      <span class={classes['words']}>
        <Icon name="folder" size={pictured ? 18 : 24} />
        <span class={classes['name']} title={name}>
          {name}
        </span>
        {choosing.on && (
          <span class="tick" data-on={chosen || undefined}>
            {chosen && <Icon name="check" size={16} />}
          </span>
        )}
      </span>
    </>
  );
  if (choosing.on) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: the whole card is the box
      <button
        type="button"
        role="checkbox"
        aria-checked={chosen}
        aria-label={say('chooseName', { name })}
        class={classes['card']}
        onClick={() => choosing.toggle(folder)}
      >
        {inside}
      </button>
    );
  }
  return (
    <a
      class={classes['card']}
      href={addressOf({ folder: node_id, node: null })}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        enter(node_id);
      }}
    >
      {inside}
    </a>
  );
}

/** How wide a picture is shown: one alone, one of two halves, the large one of three and those beside it. */
const WIDE: Readonly<Record<number, readonly string[]>> = {
  1: ['320px'],
  2: ['160px', '160px'],
  3: ['214px', '106px', '106px'],
};

/** Up to three pictures: one alone, two halves, or a large one and two beside it; none: a well with the sign of a folder. */
function Mosaic({ pictures }: { pictures: readonly Drawn[] }) {
  return (
    <span class={classes['mosaic']} data-count={pictures.length} aria-hidden="true">
      {pictures.length === 0 && <Icon name="folder" size={32} />}
      {pictures.map((picture, at) => (
        <span key={picture.node_id}>
          <Picture entry={picture} alt="" sizes={WIDE[pictures.length]?.[at] ?? '320px'} />
        </span>
      ))}
    </span>
  );
}
