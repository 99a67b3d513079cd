import type { Schema } from '../api/client';
import type { Entry } from './actions';
import type { DetailTab } from './area';
import classes from './TabLabel.module.css';

/** The label of a tab beside an entry, with its number. */
export function TabLabel({ tab, entry }: { tab: DetailTab; entry: Entry | Schema<'EntryDetail'> }) {
  const count = tab.count?.(entry) ?? 0;
  return (
    <>
      {tab.label()}
      {count > 0 && ' '}
      {count > 0 && <span className={classes['count']}>{count > 99 ? '99+' : count}</span>}
    </>
  );
}
