import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { type Match, matchesIn, type PageText, pageText } from './matches';

/** As the layer of text is made, so that both have the same pieces. */
export const textOf = { includeMarkedContent: false, disableNormalization: true } as const;

const texts = new WeakMap<PDFPageProxy, Promise<PageText>>();

/** The text of a page; it is read once. */
export function pageTextOf(page: PDFPageProxy): Promise<PageText> {
  const known = texts.get(page);
  if (known) return known;
  const reading = page
    .getTextContent(textOf)
    .then(({ items }) => pageText(items.flatMap((item) => ('str' in item ? [item] : []))));
  texts.set(page, reading);
  return reading;
}

export interface Found extends Match {
  page: number;
}

const TYPING_PAUSE_MS = 200;

/** The matches of a term in a document, page by page as they are found; null while there is no term. */
export function useFound(document: PDFDocumentProxy | null, term: string): { found: Found[]; looking: boolean } {
  const [found, setFound] = useState<Found[]>([]);
  const [looking, setLooking] = useState(false);
  useEffect(() => {
    setFound([]);
    if (!document || term.trim() === '') return setLooking(false);
    let left = false;
    setLooking(true);
    const look = async () => {
      for (let page = 1; page <= document.numPages && !left; page += 1) {
        const { text } = await pageTextOf(await document.getPage(page));
        const matches = matchesIn(text, term).map((match) => ({ ...match, page }));
        if (!left && matches.length > 0) setFound((before) => [...before, ...matches]);
      }
      if (!left) setLooking(false);
    };
    // A document that is closed meanwhile has nothing more to find.
    const timer = setTimeout(() => void look().catch(() => undefined), TYPING_PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [document, term]);
  return { found, looking };
}
