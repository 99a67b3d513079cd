import { type PDFPageProxy, RenderingCancelledException } from 'pdfjs-dist';

/** A larger canvas than this fails in some browsers; the page is drawn less sharply instead. */
const MOST_PIXELS = 16_000_000;

/** CSS pixels per point of a PDF at 100 %. */
export const PER_POINT = 96 / 72;

/** Draws a page and puts it in the place of what `into` showed; until then the old drawing stays. Returns a way to stop. */
export function drawPage(page: PDFPageProxy, scale: number, into: HTMLElement): () => void {
  const viewport = page.getViewport({ scale: scale * PER_POINT });
  const wished = window.devicePixelRatio || 1;
  const sharp = Math.min(wished, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width * sharp));
  canvas.height = Math.max(1, Math.floor(viewport.height * sharp));
  canvas.setAttribute('aria-hidden', 'true');
  const task = page.render({ canvas, viewport, transform: [sharp, 0, 0, sharp, 0, 0] });
  task.promise.then(
    () => into.replaceChildren(canvas),
    (error: unknown) => {
      if (!(error instanceof RenderingCancelledException)) console.error(error);
    },
  );
  return () => task.cancel();
}
