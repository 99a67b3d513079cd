import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cards } from '../../platform/ui/table/Cards';
import type { Column } from '../../platform/ui/table/column';
import { Rows } from '../../platform/ui/table/Rows';
import { useTableView } from '../../platform/ui/table/table-view';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import { type Fold, folded } from './folds';
import classes from './LogTable.module.css';
import { type LogEntry, useLogWords } from './use-log-words';

type Props = { entries: readonly LogEntry[]; open: (entry: LogEntry) => void };

/** A line of the log: one entry, or a heap of equal ones; what lies in an open heap is set in. */
type Line = Fold & { inside: boolean };

export function LogTable({ entries, open }: Props) {
  const { t } = useTranslation('systemlog_settings');
  const words = useLogWords();
  const view = useTableView('-audit_id');
  const small = useIsPhone();
  // By their newest entries: a page that is loaded adds older ones.
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const folds = folded(entries, words.what);
  const isHeap = ({ entries: all }: Fold) => all.length > 1;
  const isOpen = (fold: Fold) => isHeap(fold) && opened.has(fold.first.audit_id);
  const lines = folds.flatMap((fold): Line[] => {
    const inside = isOpen(fold) ? fold.entries.map((first) => ({ first, entries: [first], inside: true })) : [];
    return [{ ...fold, inside: false }, ...inside];
  });
  const toggle = (line: Line) => {
    const next = new Set(opened);
    if (!next.delete(line.first.audit_id)) next.add(line.first.audit_id);
    setOpened(next);
  };
  // Of a heap only what all of it did.
  const told = ({ entries: all, first }: Line) => {
    const [sentence, ...others] = new Set(all.map(words.told));
    return sentence !== undefined && others.length === 0 ? sentence : words.what(first);
  };
  const what = (line: Line) => {
    const text = told(line);
    if (!isHeap(line)) return line.inside ? <span className={classes['inside']}>{text}</span> : text;
    const Chevron = isOpen(line) ? IconChevronDown : IconChevronRight;
    return (
      <span className={classes['heap']}>
        <Chevron size={16} aria-hidden />
        {t('heap', { what: text, times: line.entries.length })}
      </span>
    );
  };
  const object = (line: Line) =>
    isHeap(line)
      ? t('heap_objects', { object: words.object(line.first), count: line.entries.length - 1 })
      : words.object(line.first);
  const columns: readonly Column<Line>[] = [
    { key: 'what', title: t('columns.what'), cell: what },
    { key: 'object', title: t('columns.object'), width: '28%', cell: object },
    { key: 'person', title: t('columns.person'), width: '20%', cell: ({ first }) => words.person(first) },
    { key: 'at', title: t('columns.at'), width: '22%', cell: ({ first }) => words.at(first) },
  ];
  const table = {
    columns,
    rows: lines,
    rowId: (line: Line) => (isHeap(line) ? `heap ${line.first.audit_id}` : line.first.audit_id),
    rowName: (line: Line) => `${told(line)}, ${object(line)}, ${words.at(line.first)}`,
    open: (line: Line) => (isHeap(line) ? toggle(line) : open(line.first)),
    title: t('title'),
  };
  return small ? <Cards {...table} /> : <Rows {...table} view={view} />;
}
