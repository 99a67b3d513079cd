import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../Skeleton';
import type { BrowserView } from './browser-view';
import { EntryRow } from './EntryRow';
import classes from './EntryTable.module.css';
import { SortHeading } from './SortHeading';
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
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    overscan: 10,
    scrollMargin: surface.offsetTop + 40,
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
        <SortHeading view={view} column="name" label={t('list.name')} />
        <SortHeading view={view} column="size" label={t('list.size')} />
        <SortHeading view={view} column="modified_at" label={t('list.modified')} />
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
          if (entry) return <EntryRow key={entry.node_id} view={view} entry={entry} index={item.index} style={style} />;
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
