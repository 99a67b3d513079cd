import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionContext } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { Menu } from '../../../platform/ui/Menu';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import { LockedItems } from '../entry/lock-later';
import { heldBackForSelection, heldByRole, offered, offeredForSelection, runOnSelection } from '../entry/offered';
import { isClosed } from '../move/may-move';
import { type Entry, nodeActionsQuery } from '../queries';
import classes from './EntryMenu.module.css';
import { ShortcutKeys } from './ShortcutKeys';

/** The position of a menu: under a card's button, or at the pointer. */
export interface MenuPlace {
  entries: readonly Entry[];
  x: number;
  y: number;
  /** Which of its corners is there: a menu opens to the right of the pointer, and under the end of a button. */
  corner: 'start' | 'end';
  /** The element that gets the focus back. */
  from: HTMLElement | null;
}

/** At the foot of a phone, where the thumb is. */
const SHEET = { position: 'fixed', top: 'auto', right: 0, bottom: 0, left: 0, width: 'auto' } as const;

interface Props {
  appId: number;
  place: MenuPlace | null;
  close: () => void;
  context: ActionContext;
}

/** One menu for all cards: the acts that the server lists for this node now, drawn from the registry. */
export function EntryMenu({ appId, place, close, context }: Props) {
  const { t } = useTranslation('content');
  const { entryActions } = useRegistry();
  const sheet = useIsPhone();
  const single = place?.entries.length === 1 ? place.entries[0] : undefined;
  const listed = useQuery({
    ...nodeActionsQuery(appId, single?.node_id ?? 0),
    enabled: single !== undefined && single.role !== null,
  });
  const allowed = listed.data ? new Set(listed.data.items.map((item) => item.action_key)) : null;
  const waiting = single !== undefined && single.role !== null && listed.isPending && listed.isFetching;
  const offers = (entries: readonly Entry[]) =>
    single ? offered(entryActions, entries, allowed) : offeredForSelection(entryActions, entries, context);
  // One that is asked for has its own way; of several it is said why they wait.
  const heldOf = (entries: readonly Entry[]) =>
    single ? heldByRole(entryActions, entries) : heldBackForSelection(entryActions, entries, context);
  const held = place && context.whole === null ? heldOf(place.entries) : [];
  const shown = place ? [...offers(place.entries), ...held].filter(({ keyOnly }) => !keyOnly) : [];
  const actions = shown.toSorted((one, other) => one.order - other.order);
  const closed = single !== undefined && isClosed(single);
  const leave = () => {
    close();
    place?.from?.focus({ preventScroll: true });
  };
  // Without a place it would fade away empty, in the corner of the page.
  if (place === null) return null;
  return (
    <Menu
      opened
      onClose={leave}
      returnFocus={false}
      trapFocus
      position={`bottom-${place.corner}`}
      {...(place.corner === 'start' && { offset: 2 })}
      // It grows when the server has answered, and may then need the other side.
      preventPositionChangeWhenVisible={false}
      withinPortal
      width="max-content"
      // A tap beside a sheet closes the sheet and does nothing else.
      withOverlay={sheet}
      overlayProps={{ backgroundOpacity: 0.4 }}
      classNames={{ itemLabel: classes['label'] ?? '' }}
    >
      <Menu.Target>
        <span
          className={classes['anchor']}
          style={{ left: place.x, top: place.y }}
          // The visible button has the label; the anchor only gives the position.
          aria-hidden
          role="presentation"
        />
      </Menu.Target>
      <Menu.Dropdown
        className={classes['menu'] ?? ''}
        {...(sheet && { style: SHEET })}
        aria-label={single ? t('menu.of', { name: single.name }) : t('menu.selection')}
      >
        {sheet && single && <Menu.Label className={classes['title']}>{single.name}</Menu.Label>}
        {waiting && (
          <Menu.Item leftSection={<Loader size={16} />} closeMenuOnClick={false}>
            {t('menu.waiting')}
          </Menu.Item>
        )}
        {!waiting && actions.length === 0 && !closed && (
          <Menu.Item closeMenuOnClick aria-disabled>
            {t('menu.nothing')}
          </Menu.Item>
        )}
        {!waiting &&
          actions.map((action) => (
            <Menu.Item
              key={action.key}
              leftSection={<action.icon size={18} stroke={1.7} aria-hidden />}
              {...(action.danger && { color: 'var(--v-error)' })}
              {...(action.shortcut && { rightSection: <ShortcutKeys shortcut={action.shortcut} /> })}
              {...(held.includes(action) && { 'data-disabled': true, 'aria-disabled': true })}
              onClick={() => runOnSelection(action, place.entries, context)}
            >
              {action.label(place.entries)}
            </Menu.Item>
          ))}
        {closed && (
          <Suspense fallback={null}>
            <LockedItems entry={single} />
          </Suspense>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
