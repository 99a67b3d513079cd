import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { later } from '../../../platform/routing/later';
import { isUpload, uploadIdOf } from '../folder/upload-entries';
import { Skeleton } from '../Skeleton';
import type { BrowserView } from './browser-view';
import { EntryCard } from './EntryCard';
import classes from './EntryGrid.module.css';
import { FolderCard } from './FolderCard';
import { type GridRow, gapFor, layoutRows, measureGrid, rowOf } from './grid-layout';
import type { Line } from './marquee-box';
import { RailLater } from './RailLater';
import { topsOf } from './rows-in-view';
import { SectionHeading } from './SectionHeading';
import { useLoading } from './use-loading';
import { useRowsInView } from './use-rows-in-view';
import { useSections } from './use-sections';
import { useWidth } from './use-width';

const UploadCard = later(() => import('../folder/UploadCard'), 'UploadCard');

const HEADING = 36;
const WORDS = 58;
/** Around the mosaic of a folder: border and tray; and with the words below it. */
const TRAY = 12;
const FOLDER_WORDS = 67;
/** Cards are told their width in steps, so that they are not drawn again at every pixel of a resize. */
const STEP = 20;
/** Rows drawn before they are seen; and what the edge and the bar of the selection cover. */
const AROUND = 4;
/** So many rows before the end of what is loaded, more is. */
const ROWS_AHEAD = 8;
const COVERED_TOP = 16;
const COVERED_BOTTOM = 96;

/** The entries as cards: only the rows near the view are in the document, whatever the length of the list. */
export function EntryGrid({ view }: { view: BrowserView }) {
  const { appId, entries, more, scroller, surface, selection, tabStop, menuOf, geometry } = view;
  const width = useWidth(surface);
  const gap = gapFor(width);
  const { list } = view;
  const begin = list?.begin ?? 0;
  const sections = useSections(view);
  const { columns, cardWidth } = measureGrid(width, sections[0]?.kind === 'folders');
  const drawing = useMemo(() => entries.filter(isDrawn).length, [entries]);
  const rows = useMemo(() => layoutRows(sections, columns, more && list === null), [sections, columns, more, list]);
  const tops = useMemo(() => {
    const heightOf = (row: GridRow) => {
      if (row.kind === 'heading') return HEADING;
      const folder = Math.round((cardWidth - TRAY) / 1.6) + FOLDER_WORDS;
      return (row.kind === 'folders' ? folder : Math.round(cardWidth * 0.75) + WORDS + 2) + gap;
    };
    return topsOf(rows.map(heightOf));
  }, [rows, cardWidth, gap]);
  const { shown, reveal } = useRowsInView({
    ...{ scroller, tops, around: AROUND },
    covered: { top: COVERED_TOP + view.stuck, bottom: COVERED_BOTTOM },
    margin: surface.offsetTop,
    keep: view.focusIndex < 0 ? -1 : rowOf(rows, begin + view.focusIndex),
  });
  const shownEntries = entriesOf(rows, shown);
  useLoading(view, shownEntries, columns * ROWS_AHEAD);
  const topOf = (index: number) => surface.offsetTop + (tops[rowOf(rows, index)] ?? 0);

  useEffect(() => {
    geometry.current = {
      columns,
      starts: sections.flatMap(({ from, to }) => (to > begin ? [from - begin] : [])),
      lines: () => linesOf(rows, tops, begin, entries.length),
      cardWidth,
      gap,
      reveal: (index) => reveal(rowOf(rows, begin + index)),
    };
  });

  if (width === 0) return null;
  const firstFiles = sections.find(({ kind }) => kind === 'files');
  const cells = (row: GridRow): ReactNode => {
    if (row.kind === 'heading')
      return (
        <SectionHeading section={row.section} columns={columns} drawing={row.section === firstFiles ? drawing : 0} />
      );
    const coming = (column: number) => (
      // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
      <div role="gridcell" tabIndex={-1} key={`coming ${column}`} aria-busy>
        <Skeleton radius="lg" height={Math.round(cardWidth * 0.75) + WORDS + 2} />
      </div>
    );
    if (row.kind === 'coming') return Array.from({ length: row.cards }, (_, column) => coming(column));
    return Array.from({ length: row.to - row.from }, (_, column) => {
      const entry = entries[row.from + column - begin];
      if (entry === undefined) return coming(column);
      const Card = entry.node_type === 'file' ? EntryCard : FolderCard;
      return isUpload(entry) ? (
        <Suspense key={entry.node_id} fallback={coming(column)}>
          <UploadCard
            uploadId={uploadIdOf(entry.node_id)}
            nodeId={entry.node_id}
            column={column}
            tabStop={tabStop === entry.node_id}
          />
        </Suspense>
      ) : (
        <Card
          key={entry.node_id}
          appId={appId}
          entry={entry}
          column={column}
          width={Math.ceil(cardWidth / STEP) * STEP}
          selected={selection.ids.has(entry.node_id)}
          tabStop={tabStop === entry.node_id}
          menuOpen={menuOf === entry.node_id}
          dropTarget={view.dropTarget === entry.node_id}
          order={view.order}
          term={view.hits?.term}
          under={view.hits?.under(entry, tabStop === entry.node_id)}
        />
      );
    });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
    <div
      role="grid"
      aria-label={view.label}
      aria-multiselectable
      aria-rowcount={more && list === null ? -1 : rows.length}
      aria-colcount={columns}
      className={classes['grid']}
      style={{ height: tops.at(-1) }}
    >
      {shown.map((index) => {
        const row = rows[index];
        const top = tops[index] ?? 0;
        if (!row) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
          // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
          <div
            key={index}
            role="row"
            aria-rowindex={index + 1}
            className={classes['row']}
            style={{
              transform: `translateY(${top}px)`,
              height: (tops[index + 1] ?? top) - top - (row.kind === 'heading' ? 0 : gap),
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              columnGap: gap,
            }}
          >
            {cells(row)}
          </div>
        );
      })}
      <RailLater view={view} topOf={topOf} height={tops.at(-1) ?? 0} />
    </div>
  );
}

const isDrawn = (entry: BrowserView['entries'][number]) => entry.preview.status === 'generating_preview';

/** The entries that these rows show, as far as they have some: the first, and one beyond the last. */
function entriesOf(rows: readonly GridRow[], shown: readonly number[]): { from: number; to: number; atEnd: boolean } {
  const seen = shown.flatMap((index) => (rows[index] && 'from' in rows[index] ? [rows[index]] : []));
  const atEnd = (shown.at(-1) ?? 0) >= rows.length - ROWS_AHEAD;
  return { from: seen[0]?.from ?? 0, to: seen.at(-1)?.to ?? 0, atEnd };
}

function linesOf(rows: readonly GridRow[], tops: readonly number[], begin: number, loaded: number): Line[] {
  return rows.flatMap((row, index) => {
    if (!('from' in row) || row.from < begin || row.to > begin + loaded) return [];
    return [{ from: row.from - begin, to: row.to - begin, top: tops[index] ?? 0, bottom: tops[index + 1] ?? 0 }];
  });
}
