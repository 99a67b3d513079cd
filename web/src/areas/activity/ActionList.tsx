import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ActionList.module.css';
import { ActionRow } from './ActionRow';
import type { Action } from './action';
import { type ActionGroup, failedFirst } from './action-groups';
import { GroupHeader } from './GroupHeader';
import type { ActionHandlers } from './use-actions';

interface Props {
  groups: readonly ActionGroup[];
  handlers: ActionHandlers;
  /** Grows with its content up to this; without it the list fills its place. */
  maxHeight?: number;
  /** Called when a link leads away. */
  onLeave?: () => void;
}

type Line = { key: string; group: ActionGroup; action: Action | null };

const HEADER = 76;
const ROW = 60;
const OPEN_UP_TO = 3;

/** Groups with their actions, virtualised: a thousand uploads are a dozen elements. */
export function ActionList({ groups, handlers, maxHeight, onLeave }: Props) {
  const { t } = useTranslation('activity_tray');
  const scroller = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const alone = groups.length === 1;
  const isOpen = useCallback(
    (group: ActionGroup) =>
      group.actions.length > 1 &&
      (toggled.get(group.id) ?? (group.failed > 0 || (alone && group.actions.length <= OPEN_UP_TO))),
    [toggled, alone],
  );
  const lines = useMemo(() => {
    const all: Line[] = [];
    for (const group of groups) {
      all.push({ key: group.id, group, action: null });
      if (!isOpen(group)) continue;
      for (const action of failedFirst(group.actions)) all.push({ key: action.id, group, action });
    }
    return all;
  }, [groups, isOpen]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.action ? ROW : HEADER),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 6,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      ref={scroller}
      className={classes['scroller']}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list needs the keyboard
      tabIndex={0}
      aria-label={t('title')}
      {...(maxHeight !== undefined && {
        style: { flex: 'none', height: Math.min(maxHeight, virtualizer.getTotalSize()) },
      })}
    >
      <div className={classes['list']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (!line) return null;
          return (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={classes['line']}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {line.action ? (
                <ActionRow action={line.action} handlers={handlers} />
              ) : (
                <GroupHeader
                  group={line.group}
                  handlers={handlers}
                  open={isOpen(line.group)}
                  toggle={() => setToggled(new Map(toggled).set(line.group.id, !isOpen(line.group)))}
                  {...(onLeave && { onLeave })}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
