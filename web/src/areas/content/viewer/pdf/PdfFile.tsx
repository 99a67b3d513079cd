import { IconBook, IconChevronLeft, IconChevronRight, IconFile, IconSearch } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextStep, type Size } from '../../../../platform/zoom';
import { useViewed } from '../../home/note-visit';
import type { Entry } from '../../queries';
import { FirstPage } from '../FirstPage';
import type { Original } from '../original';
import type { Swipe } from '../swipe';
import { useStage } from '../use-stage';
import { useSwipes } from '../use-swipes';
import { useViewerPictures } from '../use-viewer-pictures';
import { useViewerKeys } from '../viewer-keys';
import { PillButton, ZoomPill } from '../ZoomPill';
import { PER_POINT } from './draw-page';
import classes from './PdfFile.module.css';
import { PdfFind } from './PdfFind';
import { PdfRail } from './PdfRail';
import { PdfSheet } from './PdfSheet';
import { pageAfter, pagesShown } from './pages';
import { usePdf } from './pdf-document';
import { usePdfFind } from './use-pdf-find';
import { usePdfZoom } from './use-pdf-zoom';
import { usePinch } from './use-pinch';
import { useWheelPaging } from './use-wheel-paging';

interface Props {
  appId: number;
  file: Entry;
  original: Original;
  swiped: (swipe: Swipe) => void;
  failed: () => void;
}

/** Where each document was left in this visit: who swipes back to one goes on reading there. */
const lastPages = new Map<number, number>();

const GAP = 2;
const EDGE = 24;

/** A PDF by its own pages: paged, zoomed, searched, its text selected. */
export function PdfFile({ appId, file, original, swiped, failed }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const pdf = usePdf(original, failed);
  const picture = useViewerPictures(appId).usual(file);
  const asked = useSearch({ strict: false, select: ({ page: wanted }) => wanted });
  const begins = asked ?? lastPages.get(file.node_id) ?? 1;
  const [turned, setTurned] = useState<number | null>(null);
  const [spread, setSpread] = useState(false);
  const { attach, element: scroller, room } = useStage();
  const total = pdf?.numPages ?? 0;
  const alone = (pdf ? total : (file.preview.pages ?? 1)) < 2;
  const page = turned ?? (pdf ? Math.min(begins, total) : begins);
  const shown = useMemo(() => pagesShown(page, total, spread), [page, total, spread]);
  const size = useSheetSize(pdf, shown[0] ?? 1);
  const go = (to: number) => {
    if (to === page) return;
    setTurned(to);
    lastPages.set(file.node_id, to);
    scroller.current?.scrollTo({ top: 0 });
  };
  const turn = (by: 1 | -1) => go(pageAfter(page, total, spread, by));
  // The first page is where everybody begins: the last one stays noted.
  useViewed(appId, page > 1 ? file.node_id : null, page);
  const find = usePdfFind(pdf, page, go);
  const fit = room && size ? fitOf(room, size, shown.length) : 1;
  const { scale, chosen, choose, whole, ...fingers } = usePdfZoom(scroller, fit);
  usePinch(scroller, fingers);
  const turnByWheel = useWheelPaging(whole, turn);
  // A larger page is moved by a finger. Beyond the first and the last one, a swipe goes to another file.
  const swipes = useSwipes((swipe) => {
    const by = swipe === 'next' ? 1 : swipe === 'previous' ? -1 : null;
    if (!whole) return;
    if (by && pageAfter(page, total, spread, by) !== page) turn(by);
    else swiped(swipe);
  });
  useViewerKeys((shortcut) => {
    if (shortcut === 'PageDown') turn(1);
    else if (shortcut === 'PageUp') turn(-1);
    else if (shortcut === '+' || shortcut === '=') choose(nextStep(scale, 'in'));
    else if (shortcut === '-') choose(nextStep(scale, 'out'));
    else if (shortcut === '0') choose(null);
    else if (shortcut === '1') choose(1);
    else if (shortcut === 'Ctrl+F') find.toggle();
    else if (shortcut === 'Escape' && find.open) find.close();
    else return false;
    return true;
  });
  const pages = shown.length > 1 ? `${shown[0]}–${shown.at(-1)}` : `${shown[0] ?? 1}`;
  return (
    <>
      {pdf && total > 1 && <PdfRail document={pdf} shown={shown} go={go} />}
      <section
        ref={attach}
        className={classes['stage']}
        data-alone={alone || undefined}
        aria-label={t('content_viewer:text', { name: file.name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by the keyboard
        tabIndex={0}
        onWheel={turnByWheel}
        {...swipes}
      >
        {pdf && size && room && (
          <div className={classes['spread']}>
            {shown.map((one) => (
              <PdfSheet
                key={one}
                nodeId={file.node_id}
                document={pdf}
                page={one}
                before={one === 1 ? picture : null}
                turn={go}
                scale={scale}
                found={find.found}
                current={find.current}
              />
            ))}
          </div>
        )}
      </section>
      {!(pdf && size && room) && <FirstPage appId={appId} file={file} page={page} />}
      {find.open && <PdfFind {...find} total={find.found.length} />}
      {pdf && (
        <div className={classes['pill']}>
          <ZoomPill
            percent={Math.round(scale * 100)}
            fits={chosen === null}
            zoomIn={() => choose(nextStep(scale, 'in'))}
            zoomOut={() => choose(nextStep(scale, 'out'))}
            fit={() => choose(null)}
            before={
              <>
                <PillButton label={t('content_viewer:pdf.previous')} run={() => turn(-1)} disabled={shown[0] === 1}>
                  <IconChevronLeft size={18} aria-hidden />
                </PillButton>
                <span role="status" className={classes['place']}>
                  {t('content_viewer:pdf.of', { pages, total })}
                </span>
                <PillButton label={t('content_viewer:pdf.next')} run={() => turn(1)} disabled={shown.at(-1) === total}>
                  <IconChevronRight size={18} aria-hidden />
                </PillButton>
                <span className={classes['rule']} />
              </>
            }
            after={
              <>
                <span className={classes['rule']} />
                <PillButton
                  label={t(spread ? 'content_viewer:pdf.single' : 'content_viewer:pdf.spread')}
                  run={() => setSpread(!spread)}
                >
                  {spread ? <IconFile size={18} aria-hidden /> : <IconBook size={18} aria-hidden />}
                </PillButton>
                <PillButton label={t('content_viewer:pdf.find')} run={find.toggle}>
                  <IconSearch size={18} aria-hidden />
                </PillButton>
              </>
            }
          />
        </div>
      )}
    </>
  );
}

function fitOf(room: Size, { width, height }: Size, pages: number): number {
  return Math.max(
    0.05,
    Math.min((room.width - 2 * EDGE - GAP * (pages - 1)) / (width * pages), (room.height - 2 * EDGE) / height),
  );
}

/** The size of a page at 100 %. */
function useSheetSize(pdf: ReturnType<typeof usePdf>, page: number): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    let left = false;
    pdf?.getPage(page).then(
      (opened) => {
        const { width, height } = opened.getViewport({ scale: PER_POINT });
        if (!left) setSize({ width, height });
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [pdf, page]);
  return size;
}
