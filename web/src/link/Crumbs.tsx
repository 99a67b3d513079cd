/** @jsxImportSource preact */
import type { Crumb } from './answers';
import classes from './Crumbs.module.css';
import { Icon } from './Icon';
import { isPlainClick } from './is-plain-click';
import { addressOf } from './place';
import { say } from './texts';

type Props = {
  /** The first one is what is shared. */
  above: readonly Crumb[];
  enter: (folder: number | null) => void;
};

/** The way back up, as far as what is shared. */
export function Crumbs({ above, enter }: Props) {
  return (
    <nav class={classes['crumbs']} aria-label={say('path')}>
      <ol>
        {above.map(({ node_id, name }, index) => {
          const folder = index === 0 ? null : node_id;
          return (
            <li key={node_id}>
              <a
                href={addressOf({ folder, node: null })}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  enter(folder);
                }}
              >
                {name}
              </a>
              <Icon name="right" size={16} />
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
