import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isByDate } from '../orders';
import { Skeleton } from '../Skeleton';
import type { BrowserView } from './browser-view';
import { ColumnEdge } from './ColumnEdge';
import { EntryRow } from './EntryRow';
import classes from './EntryTable.module.css';
import { type ColumnKey, useListColumns } from './list-columns';
import { RailLater } from './RailLater';
import { topsOf } from './rows-in-view';
import { SelectAllBox } from './SelectAllBox';
import { SortHeading } from './SortHeading';
import { useExtent } from './use-extent';
import { useLoading } from './use-loading';
import { useRowsInView } from './use-rows-in-view';
import { useWidth } from './use-width';

const ROW = 52;
const HEAD = 40;
/** Rows drawn before they are seen; and what the head and the bar of the selection cover. */
const AROUND = 10;
/** So many rows before the end of what is loaded, more is. */
const AHEAD = 20;
const COVERED_TOP = 56;
const COVERED_BOTTOM = 96;

/** The entries as rows with sortable columns, virtualised like the grid. */
export function EntryTable({ view }: { view: BrowserView }) {
  const { t } = useTranslation('content');
  const { entries, more, scroller, surface, geometry, focusIndex } = view;
  const width = useWidth(surface);
  const { columns, template, resize } = useListColumns(width);
  const labels: Record<ColumnKey, string> = {
    type: t('list.type'),
    person: t('list.person'),
    pixels: t('list.pixels'),
    size: t('list.size'),
    modified_at: isByDate(view.order) ? t('list.taken') : t('list.modified'),
  };
  const { list } = view;
  const begin = list?.begin ?? 0;
  const extent = useExtent(view);
  const count = list === null ? entries.length + (more ? 3 : 0) : extent.length;
  const tops = useMemo(() => topsOf(Array(count).fill(ROW)), [count]);
  const { shown, reveal } = useRowsInView({
    ...{ scroller, tops, around: AROUND },
    keep: focusIndex < 0 ? -1 : begin + focusIndex,
    covered: { top: COVERED_TOP + view.stuck, bottom: COVERED_BOTTOM },
    margin: surface.offsetTop + HEAD,
  });
  const lastShown = shown.at(-1) ?? 0;
  useLoading(view, { from: shown[0] ?? 0, to: lastShown + 1, atEnd: lastShown >= entries.length - AHEAD }, AHEAD);
  useEffect(() => {
    geometry.current = {
      columns: 1,
      starts: [0],
      lines: () =>
        entries.map((_, index) => ({
          from: index,
          to: index + 1,
          top: HEAD + (begin + index) * ROW,
          bottom: HEAD + (begin + index + 1) * ROW,
        })),
      cardWidth: width,
      gap: 0,
      reveal: (index) => reveal(begin + index),
    };
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtualiser
    <div
      role="grid"
      aria-label={view.label}
      aria-multiselectable
      aria-rowcount={more && list === null ? -1 : count + 1}
      aria-colcount={columns.length + 2}
      className={classes['table']}
      style={{ '--columns': template }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus */}
      <div role="row" aria-rowindex={1} className={classes['head']}>
        <SortHeading view={view} column="name" label={t('list.name')}>
          <SelectAllBox view={view} />
        </SortHeading>
        {columns.map(({ key, width }) => (
          <SortHeading key={key} view={view} column={key} label={labels[key]}>
            <ColumnEdge label={labels[key]} width={width} resize={(to) => resize(key, to)} />
          </SortHeading>
        ))}
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: nothing to do in it */}
        <div role="columnheader" className={classes['tools']}>
          <span className={classes['unseen']}>{t('list.actions')}</span>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={classes['body']} style={{ height: tops.at(-1) }}>
        {shown.map((index) => {
          const entry = entries[index - begin];
          const style = { transform: `translateY(${tops[index] ?? 0}px)` };
          if (entry) return <EntryRow key={entry.node_id} {...{ view, entry, index, style, columns }} />;
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
      <RailLater
        view={view}
        topOf={(index) => surface.offsetTop + HEAD + index * ROW}
        height={HEAD + (tops.at(-1) ?? 0)}
      />
    </div>
  );
}
