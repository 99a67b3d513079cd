import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Found, useFound } from './find-in-pdf';

/** The search in a document: its term, its matches, and the one that is shown. */
export function usePdfFind(document: PDFDocumentProxy | null, page: number, go: (page: number) => void) {
  const [open, setOpen] = useState(false);
  const [term, setTerm] = useState('');
  const [at, setAt] = useState(-1);
  const { found, looking } = useFound(document, open ? term : '');
  const current: Found | null = found[at] ?? null;
  const show = (index: number) => {
    const match = found[index];
    if (!match) return;
    setAt(index);
    go(match.page);
  };
  // The first match is the next one after the page that is open, once the search has come that far.
  const first = useEffectEvent(() => {
    const next = found.findIndex((match) => match.page >= page);
    if (next >= 0) show(next);
    else if (!looking) show(0);
  });
  useEffect(() => {
    if (at < 0 && found.length > 0) first();
  }, [at, found]);
  useEffect(() => {
    if (!looking && at < 0) first();
  }, [looking, at]);
  return {
    open,
    toggle: () => setOpen(!open),
    term,
    search: (next: string) => {
      setAt(-1);
      setTerm(next);
    },
    found,
    looking,
    at: Math.max(0, at),
    current,
    move: (by: 1 | -1) => show((Math.max(0, at) + by + found.length) % Math.max(1, found.length)),
    close: () => setOpen(false),
  };
}
