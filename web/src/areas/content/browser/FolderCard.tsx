import { IconFolder, IconFolderOff } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Mosaic } from '../covers/Mosaic';
import { factsOf } from '../entry/entry-facts';
import { FavouriteStar } from '../favourites/FavouriteStar';
import { iconOf } from '../icons/icon-of';
import { useIsCut } from '../move/cut-entries';
import { isClosed, mayDrag, takes } from '../move/may-move';
import type { CardProps } from './EntryCard';
import { EntryChips } from './EntryChips';
import { EntryMenuButton } from './EntryMenuButton';
import { EntryName } from './EntryName';
import classes from './FolderCard.module.css';
import { SelectMark } from './SelectMark';

/** A folder in the grid: its pictures on a tray, so that it never looks like a file, and below them its name. */
export const FolderCard = memo(function FolderCard(props: CardProps) {
  const { appId, entry, column, width, selected, tabStop, menuOpen, dropTarget } = props;
  const { t, i18n } = useTranslation('content');
  const facts = factsOf(entry, t, i18n.language);
  const traversable = entry.role === null;
  const cut = useIsCut(appId, entry);
  const Icon = traversable ? IconFolderOff : IconFolder;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of cards is no table
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      className={classes['card']}
      data-node={entry.node_id}
      draggable={mayDrag(entry)}
      {...takes(entry.node_id, entry.role, isClosed(entry))}
      data-selected={selected || undefined}
      data-traversable={traversable || undefined}
      data-cut={cut || undefined}
      data-drop={dropTarget || undefined}
    >
      <div className={classes['words']}>
        <span className={classes['name']}>
          <Icon className={classes['icon'] ?? ''} size={18} stroke={1.7} aria-hidden />
          <EntryName name={entry.name} term={props.term} whole />
        </span>{' '}
        {props.under ?? (facts !== '' && <span className={classes['facts']}>{facts}</span>)}
      </div>
      <div className={classes['tray']}>
        <div className={classes['pictures']}>
          <Mosaic appId={appId} nodeId={entry.node_id} width={width} icon={Icon} own={iconOf(entry)} />
          <EntryChips entry={entry} />
          {!traversable && <SelectMark selected={selected} />}
        </div>
      </div>
      {!traversable && (
        <span className={classes['star']}>
          <FavouriteStar appId={appId} entry={entry} tabIndex={tabStop ? 0 : -1} />
        </span>
      )}
      {!traversable && <EntryMenuButton entry={entry} tabStop={tabStop} open={menuOpen} className={classes['menu']} />}
    </div>
  );
});
