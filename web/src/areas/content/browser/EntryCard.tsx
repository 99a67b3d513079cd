import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cardFrame } from '../entry/card-frame';
import { factsOf } from '../entry/entry-facts';
import { Thumbnail } from '../entry/Thumbnail';
import { FavouriteStar } from '../favourites/FavouriteStar';
import { useIsCut } from '../move/cut-entries';
import { mayDrag } from '../move/may-move';
import type { Order } from '../orders';
import type { Entry } from '../queries';
import classes from './EntryCard.module.css';
import { EntryChips } from './EntryChips';
import { EntryMenuButton } from './EntryMenuButton';
import { EntryName } from './EntryName';
import { SelectMark } from './SelectMark';
import { TypeBadge } from './TypeBadge';

/** On a phone two cards stand side by side. */
const NARROW = 220;

export interface CardProps {
  appId: number;
  entry: Entry;
  column: number;
  /** About how wide it is, in pixels. */
  width: number;
  selected: boolean;
  /** The grid has one tab stop: this cell. */
  tabStop: boolean;
  menuOpen: boolean;
  dropTarget: boolean;
  /** Of the list that it stands in. */
  order?: Order | null;
  /** Of a hit: the words to mark, and what stands under the name instead of the facts. */
  term?: string | undefined;
  under?: ReactNode;
}

/** A file in the grid: its picture, its name, and its facts. */
export const EntryCard = memo(function EntryCard(props: CardProps) {
  const { appId, entry, column, width, selected, tabStop, menuOpen } = props;
  const { t, i18n } = useTranslation('content');
  const facts = factsOf(entry, t, i18n.language, props.order);
  const traversable = entry.role === null;
  const cut = useIsCut(appId, entry);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of cards is no table
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      className={classes['file']}
      data-node={entry.node_id}
      draggable={mayDrag(entry)}
      data-selected={selected || undefined}
      data-traversable={traversable || undefined}
      data-cut={cut || undefined}
    >
      <div className={classes['words']}>
        <span className={classes['name']}>
          <EntryName name={entry.name} term={props.term} narrow={width < NARROW} />
        </span>{' '}
        {props.under ?? (facts !== '' && <span className={classes['facts']}>{facts}</span>)}
      </div>
      <div className={classes['picture']}>
        <Thumbnail appId={appId} entry={entry} frame={cardFrame(entry, width, width * 0.75)} />
        <TypeBadge entry={entry} />
        <EntryChips entry={entry} />
      </div>
      {!traversable && <SelectMark selected={selected} />}
      {!traversable && (
        <span className={classes['star']}>
          <FavouriteStar appId={appId} entry={entry} tabIndex={tabStop ? 0 : -1} />
        </span>
      )}
      {!traversable && <EntryMenuButton entry={entry} tabStop={tabStop} open={menuOpen} className={classes['menu']} />}
    </div>
  );
});
