import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { lettersOf } from '../../../platform/letters-of';
import { later } from '../../../platform/routing/later';
import type { Entry } from '../queries';
import type { Original } from './original';
import classes from './TextFile.module.css';
import { type TextForm, textFormOf } from './text-form';

const TableText = later(() => import('./TableText'), 'TableText');
const MarkdownText = later(() => import('./MarkdownText'), 'MarkdownText');

/** More is not read: it is for looking, and a longer text makes the browser slow. */
const MOST_BYTES = 1024 * 1024;

type Props = { file: Entry; original: Original; failed: () => void };

/** The letters of a text or of code, scrolled; a table or a formatted text can be read as that, too. They are never read as a page. */
export function TextFile({ file, original, failed }: Props) {
  const { t, i18n } = useTranslation(['content', 'content_viewer']);
  const [asSource, setAsSource] = useState(false);
  const text = useQuery({
    queryKey: ['text', original.src, file.modified_at],
    queryFn: async ({ signal }) => {
      const credentials = original.crossOrigin === undefined ? 'same-origin' : 'include';
      const headers = { range: `bytes=0-${MOST_BYTES - 1}` };
      const answer = await fetch(original.src, { headers, credentials, signal });
      if (!answer.ok) throw new Error(`${answer.status}`);
      return lettersOf(await answer.arrayBuffer());
    },
    retry: false,
  });
  const { isError } = text;
  useEffect(() => {
    if (isError) failed();
  }, [isError, failed]);
  const waiting = <Loader className={classes['loader'] ?? ''} color="gray" />;
  if (text.data === undefined) return waiting;
  const isCut = (file.size ?? 0) > MOST_BYTES;
  const form: TextForm = textFormOf(file);
  const shown = asSource ? 'plain' : form;
  const readable = form === 'table' ? t('content_viewer:asTable') : t('content_viewer:asFormatted');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by the keyboard
    <section className={classes['page']} aria-label={t('content_viewer:text', { name: file.name })} tabIndex={0}>
      {form !== 'plain' && (
        <div className={classes['tools']}>
          <Button size="compact-sm" variant="default" onClick={() => setAsSource(!asSource)}>
            {asSource ? readable : t('content_viewer:asSource')}
          </Button>
        </div>
      )}
      <Suspense fallback={waiting}>
        {shown === 'table' && <TableText name={file.name} text={text.data} isCut={isCut} />}
        {shown === 'formatted' && <MarkdownText text={text.data} />}
      </Suspense>
      {shown === 'plain' && <Letters text={text.data} isCode={file.entry_type !== 'text'} />}
      {isCut && (
        <p className={classes['cut']}>{t('content_viewer:textCut', { size: formatSize(MOST_BYTES, i18n.language) })}</p>
      )}
    </section>
  );
}

/** A text as it is; of code, the lines have numbers and are not broken. */
function Letters({ text, isCode }: { text: string; isCode: boolean }) {
  if (!isCode) return <LettersOf text={text} />;
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return (
    <div className={classes['code']}>
      <pre className={classes['numbers']} aria-hidden>
        {Array.from({ length: lines }, (_, at) => at + 1).join('\n')}
      </pre>
      <LettersOf text={text} isCode />
    </div>
  );
}

function LettersOf({ text, isCode }: { text: string; isCode?: boolean }) {
  return (
    <pre className={classes['text']} data-code={isCode} dir="auto">
      {text}
    </pre>
  );
}
