import { Tabs, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Schema } from '../api/client';
import { Menu } from '../ui/Menu';
import type { Entry } from './actions';
import type { DetailTab } from './area';
import classes from './DetailTabList.module.css';
import { inSight, isCut } from './in-sight';
import { TabLabel } from './TabLabel';

/** What stays free beside a tab that is scrolled to. */
const MARGIN = 8;

const tabsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('[role="tab"]')];

interface Props {
  tabs: readonly DetailTab[];
  entry: Entry | Schema<'EntryDetail'>;
  /** The key of the open one. */
  open: string | null;
  choose: (key: string) => void;
  label: string;
  /** Says how many tabs have no room; and what the menu of them is called. */
  more: (count: number) => string;
  word: string;
  /** Of the row, and of each tab. */
  classNames: { row: string; tab: string };
}

/** The tabs beside an entry in one row. None is seen in part: what has no room is in a menu at the end. */
export function DetailTabList({ tabs, entry, open, choose, label, more, word, classNames }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const keys = tabs.map(({ key }) => key).join(' ');
  const away = useAway(list, keys);
  const count = away.size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab has another place when there are other tabs
  useLayoutEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (row && tab) row.scrollLeft = inSight(row, tab, MARGIN);
  }, [open, keys, count > 0]);
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
        {count > 0 && (
          // Outside of the viewer, the menu would not get the focus.
          <Menu position="bottom-end" width="max-content" withinPortal={false}>
            <Menu.Target>
              <UnstyledButton className={classes['more'] ?? ''} aria-label={more(count)}>
                {word}
                <IconChevronDown size={14} stroke={2} aria-hidden />
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown aria-label={label}>
              {tabs.map(
                (tab, at) =>
                  away.has(at) && (
                    <Menu.Item key={tab.key} onClick={() => choose(tab.key)}>
                      <TabLabel tab={tab} entry={entry} />
                    </Menu.Item>
                  ),
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </div>
  );
}

const none: ReadonlySet<number> = new Set();

/** The places of the tabs that are out of sight, as the row is scrolled and it or a tab has another size; marks them. */
function useAway(list: RefObject<HTMLElement | null>, keys: string): ReadonlySet<number> {
  const [away, setAway] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs take another width
  useEffect(() => {
    const row = list.current;
    if (row === null) return;
    const measure = () => {
      // The menu takes some of the room that there is.
      const overflows = row.scrollWidth > (row.parentElement?.clientWidth ?? 0) + 1;
      const cut = tabsOf(row).map((tab) => overflows && isCut(row, tab));
      for (const [at, tab] of tabsOf(row).entries()) tab.toggleAttribute('data-cut', cut[at] === true);
      const now = new Set(cut.flatMap((isAway, at) => (isAway ? [at] : [])));
      setAway((known) => ([...known].join() === [...now].join() ? known : now));
    };
    // The open tab stays in sight, unless somebody has scrolled away from it.
    const sized = () => {
      const tab = row.querySelector<HTMLElement>('[aria-selected="true"]:not([data-cut])');
      if (tab) row.scrollLeft = inSight(row, tab, MARGIN);
      measure();
    };
    measure();
    row.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(sized);
    // A tab grows with its number, which comes after it.
    for (const one of [row, ...tabsOf(row)]) observer.observe(one);
    return () => {
      row.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [list, keys]);
  return away;
}
