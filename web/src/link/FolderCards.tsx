/** @jsxImportSource preact */
import type { Entry } from './answers';
import type { Choosing } from './choosing';
import classes from './FolderCards.module.css';
import { Icon } from './Icon';
import { isPlainClick } from './is-plain-click';
import { addressOf } from './place';
import { say } from './texts';

type Props = { folders: readonly Entry[]; choosing: Choosing; enter: (folder: number) => void };

/** Folders to walk into, or to choose. */
export function FolderCards({ folders, choosing, enter }: Props) {
  if (folders.length === 0) return null;
  return (
    <ul class={classes['folders']} aria-label={say('folders')}>
      {folders.map((folder) => (
        <li key={folder.node_id}>
          <FolderCard folder={folder} choosing={choosing} enter={enter} />
        </li>
      ))}
    </ul>
  );
}

type CardProps = { folder: Entry; choosing: Choosing; enter: (folder: number) => void };

function FolderCard({ folder, choosing, enter }: CardProps) {
  const { node_id, name } = folder;
  const words = (
    <>
      <Icon name="folder" size={24} />
      <span>{name}</span>
    </>
  );
  if (choosing.on) {
    const chosen = choosing.has(node_id);
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
        {words}
        <span class="tick" data-on={chosen || undefined}>
          {chosen && <Icon name="check" size={16} />}
        </span>
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
      {words}
    </a>
  );
}
