import { getDocument, type PDFDocumentProxy, PDFWorker, version } from 'pdfjs-dist';
import Worker from 'pdfjs-dist/build/pdf.worker.mjs?worker';
import { useEffect, useState } from 'react';
import { atBase } from '../../../../platform/base-path';
import type { Original } from '../original';

/** One part of the file that is asked for at a time. */
const PART = 256 * 1024;

/** Character maps, the usual fonts and two decoders: `build/pdf-data.ts` puts them there. */
const data = (folder: string) => new URL(atBase(`/assets/pdf-${version}/${folder}/`), location.origin).href;

function load({ src, crossOrigin }: Original) {
  const worker = PDFWorker.create({ port: new Worker() });
  const task = getDocument({
    url: new URL(src, location.origin).href,
    withCredentials: crossOrigin !== undefined,
    worker,
    // Only the parts that a page needs are fetched.
    rangeChunkSize: PART,
    disableStream: true,
    disableAutoFetch: true,
    cMapUrl: data('cmaps'),
    standardFontDataUrl: data('standard_fonts'),
    // The machine's own fonts have other widths than the PDF counts on.
    useSystemFonts: false,
    wasmUrl: data('wasm'),
    // The page's policy lets no WebAssembly be made.
    useWasm: false,
  });
  return {
    document: task.promise,
    end: () => void task.destroy().finally(() => worker.destroy()),
  };
}

/** The document behind an address; null while it is loaded. `failed` hears of one that cannot be read. */
export function usePdf(original: Original, failed: () => void): PDFDocumentProxy | null {
  const { src, crossOrigin } = original;
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  useEffect(() => {
    let left = false;
    const loading = load({ src, ...(crossOrigin && { crossOrigin }) });
    loading.document.then(
      (loaded) => !left && setDocument(loaded),
      () => !left && failed(),
    );
    return () => {
      left = true;
      setDocument(null);
      loading.end();
    };
  }, [src, crossOrigin, failed]);
  return document;
}
