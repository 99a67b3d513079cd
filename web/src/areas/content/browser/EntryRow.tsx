import { IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatDay } from '../../../platform/i18n/moments';
import { EntryTags } from '../entry/EntryTags';
import { factsOf, itemCount, pixelsOf } from '../entry/entry-facts';
import { Thumbnail } from '../entry/Thumbnail';
import { useEntryType } from '../entry/use-entry-type';
import { FavouriteStar } from '../favourites/FavouriteStar';
import { iconOf } from '../icons/icon-of';
import { useIsCut } from '../move/cut-entries';
import { isClosed, mayDrag, takes } from '../move/may-move';
import { isByDate } from '../orders';
import type { Entry } from '../queries';
import type { BrowserView } from './browser-view';
import { EntryMenuButton } from './EntryMenuButton';
import { EntryName } from './EntryName';
import classes from './EntryTable.module.css';
import type { ColumnKey, ShownColumn } from './list-columns';
import { SelectMark } from './SelectMark';

interface Props {
  view: BrowserView;
  entry: Entry;
  index: number;
  style: { transform: string };
  columns: readonly ShownColumn[];
}

const FRAME = { width: 44, height: 33, fit: 'cover' } as const;

/** One entry as a row of the table. */
export function EntryRow({ view, entry, index, style, columns }: Props) {
  const { t, i18n } = useTranslation('content');
  const locale = i18n.language;
  const selected = view.selection.ids.has(entry.node_id);
  const tabStop = view.tabStop === entry.node_id;
  const traversable = entry.role === null;
  const cut = useIsCut(view.appId, entry);
  const isFile = entry.node_type === 'file';
  const type = useEntryType(entry);
  const path = view.hits?.under(entry, tabStop);
  const closed = isClosed(entry);
  const size = isFile
    ? entry.size !== null && formatSize(entry.size, locale)
    : entry.item_count !== null && itemCount(entry.item_count, t, locale, entry.item_count_at_least);
  const takenAt = entry.preview.taken_at ?? null;
  const taken = isFile && (takenAt === null ? t('grid.undated') : formatDay(takenAt, locale));
  const cells: Record<ColumnKey, ReactNode> = {
    type: isFile ? type.label() : t('type.folder'),
    person: entry.created_by_name,
    pixels: pixelsOf(entry.preview),
    size,
    modified_at: isByDate(view.order) ? taken : formatDay(entry.modified_at, locale),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtualiser
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      className={classes['row']}
      style={style}
      data-node={entry.node_id}
      draggable={mayDrag(entry)}
      {...(!isFile && takes(entry.node_id, entry.role, closed))}
      data-selected={selected || undefined}
      data-traversable={traversable || undefined}
      data-cut={cut || undefined}
      data-drop={view.dropTarget === entry.node_id || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus */}
      <div role="gridcell" className={classes['name']}>
        {!traversable && <SelectMark selected={selected} />}
        <span className={classes['picture']}>
          {isFile || iconOf(entry) !== null ? (
            <Thumbnail appId={view.appId} entry={entry} frame={FRAME} iconSize={18} bare />
          ) : (
            <IconFolder size={22} stroke={1.7} aria-hidden />
          )}
        </span>
        <span className={classes['words']}>
          <EntryName name={entry.name} term={view.hits?.term} whole={!isFile} />
          {path}
          {!path && (
            <span className={classes['small']} data-closed={closed || undefined}>
              {factsOf(entry, t, locale, view.order)}
            </span>
          )}
        </span>
        <EntryTags entry={entry} />
        {!traversable && <FavouriteStar appId={view.appId} entry={entry} tabIndex={tabStop ? 0 : -1} />}
      </div>
      {columns.map(({ key }) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus
        <div key={key} role="gridcell" className={classes[key]}>
          {!traversable && cells[key]}
        </div>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus */}
      <div role="gridcell" className={classes['tools']}>
        {!traversable && <EntryMenuButton entry={entry} tabStop={tabStop} open={view.menuOf === entry.node_id} />}
      </div>
    </div>
  );
}
