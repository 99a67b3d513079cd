import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import type { Version } from './api';
import classes from './CompareTexts.module.css';
import { MOST_BYTES, readText } from './read-text';
import { TextLine } from './TextLine';
import { changesOf, folded, type Line } from './text-changes';
import type { VersionFiles } from './version-files';

type Props = { older: Version; newer: Version; files: VersionFiles };

/** So many lines are drawn at first, and with each "more". */
const SHOWN = 2000;

/** Two texts, line by line: what was removed, what was added, and the words in which a line differs. */
export function CompareTexts({ older, newer, files }: Props) {
  const { t, i18n } = useTranslation(['content_panel', 'content']);
  const [one, other] = [files.bytes(older), files.bytes(newer)];
  const { data, isError, refetch } = useQuery({
    queryKey: ['version changes', one?.src, older.hash, other?.src, newer.hash],
    queryFn: async ({ signal }) => {
      if (one === null || other === null) throw new Error('no way to the bytes');
      const [before, after] = await Promise.all([readText(one, signal), readText(other, signal)]);
      return { lines: changesOf(before, after) };
    },
    enabled: one !== null && other !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isError) {
    return (
      <div className={classes['failed']}>
        <p>{t('text.failed')}</p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  if (!data) return <Loader color="gray" m="auto" />;
  if (data.lines === null) return <p className={classes['note']}>{t('text.tooDifferent')}</p>;
  const isCut = Math.max(older.size, newer.size) > MOST_BYTES;
  return (
    <>
      {isCut && <p className={classes['note']}>{t('text.cut', { size: formatSize(MOST_BYTES, i18n.language) })}</p>}
      <Changes key={`${older.number} ${newer.number}`} lines={data.lines} />
    </>
  );
}

function Changes({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('content_panel');
  const parts = useMemo(() => folded(lines), [lines]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [most, setMost] = useState(SHOWN);
  const count = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).length;
  const [added, removed] = [count('added'), count('removed')];
  if (added + removed === 0) return <p className={classes['note']}>{t('text.same')}</p>;
  const rows = parts.flatMap<(typeof parts)[number]>((part) =>
    part.kind === 'gap' && open.has(part.at) ? part.lines : [part],
  );
  return (
    <>
      <p className={classes['note']} role="status">
        {t('text.added', { count: added })}, {t('text.removed', { count: removed })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by the keyboard */}
      <section className={classes['scroller']} aria-label={t('text.changes')} tabIndex={0}>
        <table className={classes['lines']}>
          <tbody>
            {rows.slice(0, most).map((row) =>
              row.kind === 'gap' ? (
                <tr key={`gap ${row.at}`}>
                  <td colSpan={4} className={classes['gap']}>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      onClick={() => setOpen((before) => new Set(before).add(row.at))}
                    >
                      {t('text.hidden', { count: row.lines.length })}
                    </Button>
                  </td>
                </tr>
              ) : (
                <TextLine key={`${row.before} ${row.after}`} line={row} />
              ),
            )}
          </tbody>
        </table>
        {rows.length > most && (
          <Button variant="default" m={12} onClick={() => setMost(most + SHOWN)}>
            {t('text.more')}
          </Button>
        )}
      </section>
    </>
  );
}
