import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../Skeleton';
import type { BrowserView } from './browser-view';
import { EntryRow } from './EntryRow';
import classes from './EntryTable.module.css';
import { topsOf } from './rows-in-view';
import { SortHeading } from './SortHeading';
import { useRowsInView } from './use-rows-in-view';
import { useWidth } from './use-width';

const ROW = 52;
const HEAD = 40;
/** Rows drawn before they are seen; and what the head and the bar of the selection cover. */
const AROUND = 10;
const COVERED = { top: 56, bottom: 96 };

/** The entries as rows with sortable columns, virtualised like the grid. */
export function EntryTable({ view }: { view: BrowserView }) {
  const { t } = useTranslation('content');
  const { entries, more, loadMore, scroller, surface, geometry, focusIndex } = view;
  const width = useWidth(surface);
  const count = entries.length + (more ? 3 : 0);
  const tops = useMemo(() => topsOf(Array(count).fill(ROW)), [count]);
  const { shown, reveal } = useRowsInView({
    ...{ scroller, tops, around: AROUND, covered: COVERED, keep: focusIndex },
    margin: surface.offsetTop + HEAD,
  });
  const lastShown = shown.at(-1) ?? 0;
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
          top: HEAD + index * ROW,
          bottom: HEAD + (index + 1) * ROW,
        })),
      cardWidth: width,
      gap: 0,
      reveal,
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
      <div role="rowgroup" className={classes['body']} style={{ height: tops.at(-1) }}>
        {shown.map((index) => {
          const entry = entries[index];
          const style = { transform: `translateY(${tops[index] ?? 0}px)` };
          if (entry) return <EntryRow key={entry.node_id} view={view} entry={entry} index={index} style={style} />;
          return (
            // biome-ignore lint/a11y/useSemanticElements: see above
            // biome-ignore lint/a11y/useFocusableInteractive: nothing is here yet
            <div role="row" key={index} className={classes['row']} style={style}>
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
