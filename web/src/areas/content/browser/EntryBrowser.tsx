import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ActionContext } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { later, usePrefetch } from '../../../platform/routing/later';
import { openEntry } from '../entry/offered';
import type { Order } from '../orders';
import type { Entry, ListFilter } from '../queries';
import type { LastViewed } from '../viewer/use-shown';
import { BrowserKeysLater } from './BrowserKeysLater';
import type { Geometry, HitsView, LongList } from './browser-view';
import classes from './EntryBrowser.module.css';
import { EntryGrid } from './EntryGrid';
import type { MenuPlace } from './EntryMenu';
import { KeptPlaceLater } from './KeptPlaceLater';
import { MarqueeBox } from './MarqueeBox';
import { useCellFocus } from './use-cell-focus';
import type { Keys } from './use-far-end';
import { useListPointer } from './use-list-pointer';
import { useListTop } from './use-list-top';
import { useLoadSelected } from './use-load-selected';
import { useSelection } from './use-selection';
import { useShowRenamed } from './use-show-renamed';
import { useWhole } from './use-whole';
import type { ViewMode } from './view-mode';

const EntryMenu = later(() => import('./EntryMenu'), 'EntryMenu');
// Most people look at pictures; who chose the table waits for it once.
const EntryTable = later(() => import('./EntryTable'), 'EntryTable');
const SelectionBar = later(() => import('./SelectionBar'), 'SelectionBar');

interface Props {
  appId: number;
  label: string;
  entries: readonly Entry[];
  more: boolean;
  loadMore: () => void;
  /** What the list of the folder is narrowed to. */
  filter?: ListFilter | null;
  /** Of a long list: what is known of all of it. */
  list?: LongList | null;
  mode: ViewMode;
  order: Order | null;
  reorder: (order: Order) => void;
  writable: boolean;
  /** What actions need; the browser adds how it selects. */
  context: ActionContext;
  /** Title and tools, above the list. */
  header: ReactNode;
  /** So many pixels of the header stay at the top while the list scrolls. */
  stuck?: number;
  /** Instead of the list: skeleton, empty, error. */
  instead: ReactNode | null;
  /** Over the list, without scrolling. */
  overlay?: ReactNode;
  /** Beside the list, for the selection. */
  aside?: (selected: readonly Entry[], context: ActionContext) => ReactNode;
  hits?: HitsView;
  /** Called when an entry is opened from the list. */
  opened?: (entry: Entry) => void;
  /** The file that the preview showed last, or the entry to go to: it gets the focus, and a selection of one moves to it. */
  lastViewed?: LastViewed | null;
  /** The folder that a drop would go into, so that its card lights up. */
  dropTarget?: number | null;
}

/** A list of entries with navigation, selection and actions, as a grid or as a table. */
export function EntryBrowser(props: Props) {
  const {
    appId,
    label,
    entries,
    more,
    loadMore,
    mode,
    order,
    reorder,
    writable,
    header,
    instead,
    aside,
    stuck = 0,
    list = null,
    filter = null,
  } = props;
  const { ids, indexOf, dispatch, there, selectable, isPart, selection, selected, ...shown } = useSelection(
    entries,
    more,
    list,
  );
  const { focusIndex } = shown;
  const clear = () => dispatch({ type: 'cleared' });
  // What was selected of another list is not selected of this one.
  const narrowed = useEffectEvent(clear);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of it
  useEffect(() => narrowed(), [JSON.stringify(filter)]);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [menuUsed, setMenuUsed] = useState(false);
  usePrefetch(EntryMenu, EntryTable, SelectionBar);
  // Held as state: a cached list must not be laid out before these two exist.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [surface, setSurface] = useState<HTMLElement | null>(null);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  useListTop(scroller);
  const geometry = useRef<Geometry | null>(null);

  const { entryActions } = useRegistry();
  const folderId = props.context.folder?.nodeId ?? null;
  const narrow = filter === null ? {} : { filter };
  const place = folderId === null ? null : { parent_id: folderId, ...narrow };
  const counted = useWhole({ appId, place, selection, entries: there, isPart });
  const { allBut } = selection;
  const loaded = useLoadSelected({ whole: counted.whole, entries, more, loadMore, list });
  const whole = counted.whole && folderId !== null ? { ...counted.whole, parentId: folderId, ...narrow, loaded } : null;
  // Of a search only what is loaded can be selected.
  const selectAll = () => dispatch({ type: 'all', ids: selectable, more: isPart && folderId !== null });
  // The panel is about the selection, and a menu by touch about its entry alone.
  const inform = () => {
    const [one] = menu?.entries ?? [];
    if (one && !selection.ids.has(one.node_id))
      dispatch({ type: 'clicked', id: one.node_id, shift: false, toggle: false });
    props.context.screen.inform();
  };
  const waits = allBut !== null && whole === null;
  const context = { ...props.context, whole, screen: { ...props.context.screen, selectAll, inform } };
  const open = (entry: Entry) => {
    if (entry.node_id <= 0) return;
    props.opened?.(entry);
    openEntry(entryActions, entry, context);
  };

  const focusCell = useCellFocus({
    ...{ geometry, surface, indexOf, selection, dispatch },
    lastViewed: props.lastViewed ?? null,
    ready: scroller !== null && surface !== null,
  });

  useShowRenamed({ list: JSON.stringify([order, filter]), indexOf, geometry, selection, more, context });

  const entryAt = (id: number) => entries[indexOf.get(id) ?? -1] ?? null;
  const pointer = useListPointer({
    ...{ scroller, surface, geometry, entries, entryAt, selection, selected, dispatch, open, context },
    openMenu: (place) => {
      setMenuUsed(true);
      setMenu(place);
    },
  });

  const keys = {
    ...{ entries, more, loadMore, list },
    ...{ selected, waits, focusIndex },
    geometry,
    writable,
    context,
    open,
    move: (index: number, keys: Keys) => {
      const id = ids[index];
      if (id === undefined) return;
      focusCell(id, index);
      dispatch({ type: 'moved', id, ...keys });
    },
    toggle: (index: number) => {
      const id = ids[index];
      if (id !== undefined) dispatch({ type: 'clicked', id, shift: false, toggle: true });
    },
    clear,
  };

  const view = scroller &&
    surface && {
      appId,
      label,
      entries,
      more,
      loadMore,
      list,
      rail,
      scroller,
      surface,
      geometry,
      selection,
      ...shown,
      selectAll,
      clear,
      menuOf: menu?.entries.length === 1 ? (menu.entries[0]?.node_id ?? null) : null,
      dropTarget: props.dropTarget ?? null,
      stuck,
      order,
      reorder,
      ...(props.hits && { hits: props.hits }),
    };
  return (
    <div className={classes['frame']}>
      <div className={classes['stage']}>
        <div
          ref={setScroller}
          className={classes['scroller']}
          style={{ '--stuck': `${stuck}px` }}
          {...pointer.handlers}
        >
          {header}
          <div
            ref={setSurface}
            className={classes['surface']}
            data-bar={selected.length > 0 || undefined}
            data-rail={list !== null || undefined}
          >
            {instead ??
              (view && (
                <Suspense fallback={null}>
                  {mode === 'grid' ? <EntryGrid view={view} /> : <EntryTable view={view} />}
                  {scroller && surface && (
                    <KeptPlaceLater {...{ scroller, surface, more, loadMore }} ready={entries.length > 0} />
                  )}
                </Suspense>
              ))}
            {pointer.box && <MarqueeBox box={pointer.box} />}
          </div>
        </div>
        {list !== null && <div ref={setRail} className={classes['rail']} style={{ top: stuck }} />}
        {props.overlay}
        {selected.length > 0 && (
          <Suspense fallback={null}>
            <SelectionBar
              entries={selected}
              context={context}
              all={allBut === null && !isPart ? selectable.length : counted.all}
              waits={waits}
              clear={clear}
            />
          </Suspense>
        )}
      </div>
      <BrowserKeysLater {...keys} />
      {aside?.(selected, context)}
      {menuUsed && (
        <Suspense fallback={null}>
          <EntryMenu appId={appId} place={menu} close={() => setMenu(null)} context={context} />
        </Suspense>
      )}
    </div>
  );
}
