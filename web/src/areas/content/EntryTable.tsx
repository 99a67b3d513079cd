import { ActionIcon, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconFolder } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { BrowserView } from './browser-view';
import { EntryName } from './EntryName';
import classes from './EntryTable.module.css';
import { EntryTags } from './EntryTags';
import { factsOf, itemCount } from './entry-facts';
import { formatDay } from './format-date';
import { formatSize } from './format-size';
import type { Entry, Order } from './queries';
import { SelectMark } from './SelectMark';
import { Thumbnail } from './Thumbnail';
import { useWidth } from './use-width';

const ROW = 52;

/** The entries as rows with sortable columns, virtualised like the grid. */
export function EntryTable({ view }: { view: BrowserView }) {
  const { t } = useTranslation('content');
  const { entries, more, loadMore, scroller, surface, geometry, focusIndex } = view;
  const width = useWidth(surface);
  const count = entries.length + (more ? 3 : 0);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    scrollMargin: (surface.current?.offsetTop ?? 0) + 40,
    scrollPaddingStart: 56,
    scrollPaddingEnd: 96,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (focusIndex < 0 || focusIndex >= count || shown.includes(focusIndex)) return shown;
      return [...shown, focusIndex].sort((a, b) => a - b);
    },
  });
  const shown = virtualizer.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && lastShown >= entries.length - 20) loadMore();
  }, [more, lastShown, entries.length, loadMore]);
  useEffect(() => {
    geometry.current = {
      columns: 1,
      folders: 0,
      lines: () =>
        entries.map((_, index) => ({
          from: index,
          to: index + 1,
          top: 40 + index * ROW,
          bottom: 40 + (index + 1) * ROW,
        })),
      cardWidth: width,
      gap: 0,
      reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    };
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtualiser
    <div
      role="grid"
      aria-label={view.label}
      aria-multiselectable
      aria-rowcount={more ? -1 : entries.length + 1}
      aria-colcount={4}
      className={classes['table']}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus */}
      <div role="row" aria-rowindex={1} className={classes['head']}>
        <Heading view={view} column="name" label={t('list.name')} />
        <Heading view={view} column="size" label={t('list.size')} />
        <Heading view={view} column="modified_at" label={t('list.modified')} />
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: nothing to do in it */}
        <div role="columnheader" className={classes['tools']}>
          <span className={classes['unseen']}>{t('list.actions')}</span>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
        {shown.map((item) => {
          const entry = entries[item.index];
          const style = { transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)` };
          if (entry) return <Row key={entry.node_id} view={view} entry={entry} index={item.index} style={style} />;
          return (
            // biome-ignore lint/a11y/useSemanticElements: see above
            // biome-ignore lint/a11y/useFocusableInteractive: nothing is here yet
            <div role="row" key={item.key} className={classes['row']} style={style}>
              {/* biome-ignore lint/a11y/useSemanticElements: see above */}
              <div role="gridcell" tabIndex={-1} aria-busy className={classes['coming']}>
                <Skeleton height={20} width="60%" />
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Heading({
  view,
  column,
  label,
}: {
  view: BrowserView;
  column: 'name' | 'size' | 'modified_at';
  label: string;
}) {
  const rising = view.order === column;
  const falling = view.order === `-${column}`;
  const next: Order = rising ? `-${column}` : column;
  const sort = rising ? 'ascending' : falling ? 'descending' : 'none';
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtualiser
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <div role="columnheader" {...(view.order && { 'aria-sort': sort })} className={classes[column]}>
      {view.order ? (
        <button type="button" className={classes['sort']} onClick={() => view.reorder(next)}>
          {label}
          {rising && <IconArrowUp size={14} aria-hidden />}
          {falling && <IconArrowDown size={14} aria-hidden />}
        </button>
      ) : (
        <span className={classes['sort']}>{label}</span>
      )}
    </div>
  );
}

interface RowProps {
  view: BrowserView;
  entry: Entry;
  index: number;
  style: { transform: string };
}

function Row({ view, entry, index, style }: RowProps) {
  const { t, i18n } = useTranslation('content');
  const locale = i18n.language;
  const selected = view.selection.ids.has(entry.node_id);
  const tabStop = view.tabStop === entry.node_id;
  const passable = entry.role === null;
  const isFile = entry.node_type === 'file';
  const path = view.pathOf?.(entry);
  const size = isFile
    ? entry.size !== null && formatSize(entry.size, locale)
    : entry.item_count !== null && itemCount(entry.item_count, t, locale);
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
      data-selected={selected || undefined}
      data-passable={passable || undefined}
      data-drop={view.dropTarget === entry.node_id || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus */}
      <div role="gridcell" className={classes['name']}>
        {!passable && <SelectMark selected={selected} />}
        <span className={classes['picture']}>
          {isFile ? (
            <Thumbnail appId={view.appId} entry={entry} iconSize={18} bare />
          ) : (
            <IconFolder size={22} stroke={1.7} aria-hidden />
          )}
        </span>
        <span className={classes['words']}>
          <EntryName name={entry.name} term={view.term} whole={!isFile} />
          {path && <span className={classes['path']}>{path}</span>}
          {!path && <span className={classes['small']}>{factsOf(entry, t, locale)}</span>}
        </span>
        <EntryTags entry={entry} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus */}
      <div role="gridcell" className={classes['size']}>
        {!passable && size}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus */}
      <div role="gridcell" className={classes['modified_at']}>
        {!passable && formatDay(entry.modified_at, locale)}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus */}
      <div role="gridcell" className={classes['tools']}>
        {!passable && (
          <ActionIcon
            size={28}
            tabIndex={tabStop ? 0 : -1}
            aria-label={t('menu.of', { name: entry.name })}
            aria-haspopup="menu"
            aria-expanded={view.menuOf === entry.node_id}
            data-menu-of={entry.node_id}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}
