import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { isUpload, uploadIdOf } from '../folder/upload-entries';
import { Skeleton } from '../Skeleton';
import type { BrowserView } from './browser-view';
import { EntryCard } from './EntryCard';
import classes from './EntryGrid.module.css';
import { FolderCard } from './FolderCard';
import { type GridRow, gapFor, layoutRows, measureGrid, rowOf } from './grid-layout';
import type { Line } from './marquee-box';
import { topsOf } from './rows-in-view';
import { useRowsInView } from './use-rows-in-view';
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
const COVERED = { top: 16, bottom: 96 };

/** The entries as cards: only the rows near the view are in the document, whatever the length of the list. */
export function EntryGrid({ view }: { view: BrowserView }) {
  const { t } = useTranslation('content');
  const { appId, entries, more, loadMore, scroller, surface, selection, tabStop, menuOf, geometry } = view;
  const width = useWidth(surface);
  const gap = gapFor(width);
  // Among hits, folders come anywhere.
  const isMixed = view.hits !== undefined;
  const folders = useMemo(() => (isMixed ? 0 : firstFile(entries)), [entries, isMixed]);
  const { columns, cardWidth } = measureGrid(width, folders > 0);
  const drawing = useMemo(() => entries.filter(isDrawn).length, [entries]);
  const rows = useMemo(
    () => layoutRows(folders, entries.length - folders, columns, more, !isMixed),
    [folders, entries.length, columns, more, isMixed],
  );
  const tops = useMemo(() => {
    const heightOf = (row: GridRow) => {
      if (row.kind === 'heading') return HEADING;
      const folder = Math.round((cardWidth - TRAY) / 1.6) + FOLDER_WORDS;
      return (row.kind === 'folders' ? folder : Math.round(cardWidth * 0.75) + WORDS + 2) + gap;
    };
    return topsOf(rows.map(heightOf));
  }, [rows, cardWidth, gap]);
  const { shown, reveal } = useRowsInView({
    ...{ scroller, tops, around: AROUND, covered: COVERED },
    margin: surface.offsetTop,
    keep: view.focusIndex < 0 ? -1 : rowOf(view.focusIndex, folders, columns, !isMixed),
  });
  const lastShown = shown.at(-1) ?? 0;
  useEffect(() => {
    if (more && lastShown >= rows.length - 8) loadMore();
  }, [more, lastShown, rows.length, loadMore]);

  useEffect(() => {
    geometry.current = {
      columns,
      folders,
      lines: () => linesOf(rows, tops),
      cardWidth,
      gap,
      reveal: (index) => reveal(rowOf(index, folders, columns, !isMixed)),
    };
  });

  if (width === 0) return null;
  const heading = (of: 'folders' | 'files') => (of === 'folders' ? t('grid.folders') : t('grid.files'));
  const cells = (row: GridRow): ReactNode => {
    if (row.kind === 'heading')
      return (
        // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
        // biome-ignore lint/a11y/useFocusableInteractive: a heading is passed over by the arrow keys
        <div role="rowheader" aria-colspan={columns} className={classes['heading']}>
          {heading(row.of)}
          {row.of === 'files' && drawing > 0 && (
            <span className={classes['note']}>{t('preview.drawing', { count: drawing })}</span>
          )}
        </div>
      );
    if (row.kind === 'coming')
      return Array.from({ length: row.cards }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
        <div role="gridcell" tabIndex={-1} key={index} aria-busy>
          <Skeleton radius="lg" height={Math.round(cardWidth * 0.75) + WORDS + 2} />
        </div>
      ));
    return entries.slice(row.from, row.to).map((entry, column) => {
      const Card = entry.node_type === 'file' ? EntryCard : FolderCard;
      return isUpload(entry) ? (
        <Suspense key={entry.node_id} fallback={null}>
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
      aria-rowcount={more ? -1 : rows.length}
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
    </div>
  );
}

const isDrawn = (entry: BrowserView['entries'][number]) => entry.preview.status === 'generating_preview';

function firstFile(entries: BrowserView['entries']): number {
  const index = entries.findIndex((entry) => entry.node_type === 'file');
  return index < 0 ? entries.length : index;
}

function linesOf(rows: readonly GridRow[], tops: readonly number[]): Line[] {
  return rows.flatMap((row, index) =>
    'from' in row ? [{ from: row.from, to: row.to, top: tops[index] ?? 0, bottom: tops[index + 1] ?? 0 }] : [],
  );
}
