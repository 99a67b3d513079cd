import { Tabs } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Schema } from '../api/client';
import type { Entry } from './actions';
import type { DetailTab } from './area';
import classes from './DetailTabList.module.css';
import { hiddenEnds, inSight, isCut, nextInSight } from './in-sight';
import { TabLabel } from './TabLabel';

/** The width of an arrow; and a little more. */
const ARROW = 32;
const MARGIN = 40;

const tabsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('[role="tab"]')];

interface Props {
  tabs: readonly DetailTab[];
  entry: Entry | Schema<'EntryDetail'>;
  /** The key of the open one. */
  open: string | null;
  label: string;
  /** Of the row, and of each tab. */
  classNames: { row: string; tab: string };
}

/**
 * The tabs beside an entry in one row. What has no room is scrolled to; an arrow at the end says that there is more, and
 * no tab is seen in part.
 */
export function DetailTabList({ tabs, entry, open, label, classNames }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const keys = tabs.map(({ key }) => key).join(' ');
  const hidden = useHiddenEnds(list, keys);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab has another place when there are other tabs
  useLayoutEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (row && tab) row.scrollLeft = inSight(row, tab, MARGIN);
  }, [open, keys]);
  const walk = (side: 'before' | 'after') => {
    const row = list.current;
    if (row) row.scrollTo({ left: nextInSight(row, tabsOf(row), side, MARGIN) });
  };
  return (
    <div className={classNames.row}>
      <div className={classes['row']}>
        <Tabs.List ref={list} className={classes['list'] ?? ''} aria-label={label}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.key} value={tab.key} className={classNames.tab}>
              <TabLabel tab={tab} entry={entry} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* The keyboard has the arrow keys of the tabs, which scroll by themselves. */}
        {hidden.before && (
          <button
            type="button"
            className={classes['arrow']}
            data-side="before"
            tabIndex={-1}
            aria-hidden
            onClick={() => walk('before')}
          >
            <IconChevronLeft size={18} stroke={1.7} />
          </button>
        )}
        {hidden.after && (
          <button
            type="button"
            className={classes['arrow']}
            data-side="after"
            tabIndex={-1}
            aria-hidden
            onClick={() => walk('after')}
          >
            <IconChevronRight size={18} stroke={1.7} />
          </button>
        )}
      </div>
    </div>
  );
}

/** Which ends of the row are out of sight, as it is scrolled and has more or less room; marks tabs that are seen in part. */
function useHiddenEnds(list: RefObject<HTMLElement | null>, keys: string) {
  const [hidden, setHidden] = useState({ before: false, after: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs take another width
  useEffect(() => {
    const row = list.current;
    if (row === null) return;
    const measure = () => {
      for (const tab of tabsOf(row)) tab.toggleAttribute('data-cut', isCut(row, tab, ARROW));
      setHidden((known) => {
        const now = hiddenEnds(row);
        return now.before === known.before && now.after === known.after ? known : now;
      });
    };
    measure();
    row.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    return () => {
      row.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [list, keys]);
  return hidden;
}
