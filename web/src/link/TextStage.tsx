/** @jsxImportSource preact */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatSize } from '../platform/i18n/format-size';
import { dateLocale } from '../platform/i18n/moments';
import { lettersOf } from '../platform/letters-of';
import type { Entry } from './answers';
import { isTable } from './kinds';
import { readBytes } from './link-api';
import classes from './TextStage.module.css';
import { currentLanguage, say } from './texts';

/** More is not read: it is for looking. */
const MOST_BYTES = 256 * 1024;

type Props = { file: Entry; failed: () => void };
type Table = FunctionComponent<{ name: string; text: string; isCut: boolean }>;

/** The letters of a text, scrolled, or as a table. They are never read as a page. */
export function TextStage({ file, failed }: Props) {
  const [text, setText] = useState<string | null>(null);
  const [table, setTable] = useState<{ Table: Table } | null>(null);
  const asTable = isTable(file);
  const { node_id } = file;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once for each file
  useEffect(() => {
    let gone = false;
    readBytes(node_id, MOST_BYTES)
      .then((bytes) => !gone && setText(lettersOf(bytes)))
      .catch(() => !gone && failed());
    return () => {
      gone = true;
    };
  }, [node_id]);
  useEffect(() => {
    // Without it the letters are shown as they are.
    if (asTable)
      void import('./TableText').then(
        ({ TableText: Table }) => setTable({ Table }),
        () => undefined,
      );
  }, [asTable]);
  const cut = (file.bytes ?? 0) > MOST_BYTES;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by the keyboard
    <section class={classes['page']} aria-label={say('text', { name: file.name })} tabIndex={0} data-scrolls>
      {text === null && <p role="status">{say('loading')}</p>}
      {text !== null &&
        (table ? <table.Table name={file.name} text={text} isCut={cut} /> : <pre dir="auto">{text}</pre>)}
      {cut && <p>{say('textCut', { size: formatSize(MOST_BYTES, dateLocale(currentLanguage())) })}</p>}
    </section>
  );
}
