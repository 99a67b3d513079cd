import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offerSurface } from '../../../../platform/registry/picture-surfaces';
import type { Picture } from '../../entry/use-pictures';
import { drawPage, PER_POINT } from './draw-page';
import { type Found, pageTextOf, textOf } from './find-in-pdf';
import type { Match } from './matches';
import { pieceAt } from './matches';
import classes from './PdfSheet.module.css';

const ZOOMING_PAUSE_MS = 120;

interface Props {
  nodeId: number;
  document: PDFDocumentProxy;
  page: number;
  /** What is seen until the page is drawn. */
  before: Picture | null;
  turn: (page: number) => void;
  scale: number;
  /** The matches of the search in the whole document, and the one that it stands at. */
  found: readonly Found[];
  current: Found | null;
}

/** A page: its drawing, and over it its letters, which can be selected. */
export function PdfSheet({ nodeId, document, page, before, turn, scale, found, current }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const sheet = useRef<HTMLElement>(null);
  const turned = useEffectEvent(turn);
  useEffect(() => {
    const element = sheet.current;
    return element ? offerSurface({ nodeId, page, element, turn: (to) => turned(to) }) : undefined;
  }, [nodeId, page]);
  const drawing = useRef<HTMLDivElement>(null);
  const letters = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<PDFPageProxy | null>(null);
  const [pieces, setPieces] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    let left = false;
    document.getPage(page).then(
      (one) => !left && setOpened(one),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [document, page]);
  useEffect(() => {
    const into = drawing.current;
    if (!opened || !into) return undefined;
    let stop: (() => void) | undefined;
    const draw = () => {
      stop = drawPage(opened, scale, into);
    };
    // While fingers zoom, the old drawing is stretched.
    const timer = setTimeout(draw, into.hasChildNodes() ? ZOOMING_PAUSE_MS : 0);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [opened, scale]);
  useEffect(() => {
    const container = letters.current;
    if (!opened || !container) return undefined;
    const viewport = opened.getViewport({ scale: PER_POINT });
    const layer = new TextLayer({ textContentSource: opened.streamTextContent(textOf), container, viewport });
    layer.render().then(
      () => setPieces(layer.textDivs),
      () => undefined,
    );
    return () => {
      layer.cancel();
      container.replaceChildren();
    };
  }, [opened]);
  useEffect(() => {
    const own = pieces.length > 0 ? found.filter((match) => match.page === page) : [];
    let left = false;
    const marked: [string, Range[]][] = [];
    const mark = async () => {
      if (own.length === 0 || !opened || !('highlights' in CSS)) return;
      const text = await pageTextOf(opened);
      if (left) return;
      const ranges = own.map((match) => ({ match, range: rangeOf(pieces, text, match) }));
      const at = ranges.find(({ match }) => match === current)?.range;
      marked.push(['pdf-match', ranges.flatMap(({ range }) => range ?? [])], ['pdf-current', at ? [at] : []]);
      for (const [name, all] of marked) {
        const highlight = CSS.highlights.get(name) ?? new Highlight();
        for (const range of all) highlight.add(range);
        CSS.highlights.set(name, highlight);
      }
      at?.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    void mark();
    return () => {
      left = true;
      for (const [name, all] of marked) for (const range of all) CSS.highlights.get(name)?.delete(range);
    };
  }, [opened, pieces, page, found, current]);
  const size = opened?.getViewport({ scale: scale * PER_POINT });
  return (
    <section
      ref={sheet}
      className={classes['sheet']}
      data-sheet
      aria-label={t('content_viewer:pdf.page', { page })}
      style={{
        width: size?.width ?? 0,
        height: size?.height ?? 0,
        '--total-scale-factor': scale * PER_POINT,
        '--scale-round-x': '1px',
        '--scale-round-y': '1px',
      }}
    >
      {before && <img {...before} className={classes['before']} alt="" draggable={false} />}
      <div ref={drawing} className={classes['drawing']} />
      <div ref={letters} className={classes['letters']} dir="ltr" />
    </section>
  );
}

function rangeOf(pieces: readonly HTMLElement[], text: Parameters<typeof pieceAt>[0], match: Match): Range | null {
  const from = pieceAt(text, match.start);
  const to = pieceAt(text, match.end - 1);
  const [first, last] = [pieces[from.piece]?.firstChild, pieces[to.piece]?.firstChild];
  if (!first || !last) return null;
  const range = new Range();
  range.setStart(first, Math.min(from.offset, first.textContent?.length ?? 0));
  range.setEnd(last, Math.min(to.offset + 1, last.textContent?.length ?? 0));
  return range;
}
