import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { drawPage, PER_POINT } from './draw-page';
import classes from './PdfRail.module.css';

const WIDTH = 72;
const HEIGHT = 102;

type Props = { document: PDFDocumentProxy; shown: readonly number[]; go: (page: number) => void };

/** All pages of a document, small; each is drawn when it comes into view. */
export function PdfRail({ document, shown, go }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const pages = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return (
    <nav className={classes['rail']} data-rail aria-label={t('content_viewer:pdf.pages')}>
      {pages.map((page) => (
        <SmallPage key={page} document={document} page={page} current={shown.includes(page)} go={go} />
      ))}
    </nav>
  );
}

type SmallProps = { document: PDFDocumentProxy; page: number; current: boolean; go: (page: number) => void };

function SmallPage({ document, page, current, go }: SmallProps) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const button = useRef<HTMLButtonElement>(null);
  const drawing = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    const draw = async () => {
      const opened = await document.getPage(page);
      const { width, height } = opened.getViewport({ scale: PER_POINT });
      const scale = Math.min(WIDTH / width, HEIGHT / height);
      if (drawing.current) stop = drawPage(opened, scale, drawing.current);
    };
    const near = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      near.disconnect();
      // A document that is closed meanwhile has no pages any more.
      void draw().catch(() => undefined);
    });
    if (button.current) near.observe(button.current);
    return () => {
      near.disconnect();
      stop?.();
    };
  }, [document, page]);
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <button
      ref={button}
      type="button"
      className={classes['page']}
      aria-label={t('content_viewer:pdf.page', { page })}
      aria-current={current ? 'page' : undefined}
      onClick={() => go(page)}
    >
      <span ref={drawing} className={classes['drawing']} />
      <span aria-hidden>{page}</span>
    </button>
  );
}
