import type { Icon } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../api/client';
import type { StartUpload } from '../uploads/uploads-context';
import type { Words } from './words';

export type Entry = Schema<'Entry'>;

/** What the open screen can do by itself. */
export interface ListScreen {
  /** Shows the information about the selection. */
  inform: () => void;
  switchView: () => void;
  selectAll: () => void;
  search: () => void;
  /** Shows a file in the viewer. */
  view: (nodeId: number) => void;
}

/** Everything in a folder, with exceptions: more than the list has loaded. The server knows which entries these are. */
export interface WholeSelection {
  parentId: number;
  /** What the folder's list is narrowed to, if it is. */
  filter?: Schema<'FilterQuery'> | undefined;
  except: readonly number[];
  /** The server's time of the selection: what comes later is not part of it. */
  asOf: number;
  count: number;
  bytes: number;
  /** The list has come to its end since, and has all of it. */
  loaded: boolean;
  /** The acts that may be done, with the number of entries they may be done to. */
  acts: ReadonlyMap<string, number>;
}

/** What an action works with: the open list, and the ways to show something. */
export interface ActionContext {
  appId: number;
  /** The folder that is open; null where nothing can be added. */
  folder: { nodeId: number; name: string } | null;
  client: QueryClient;
  navigate: ReturnType<typeof useNavigate>;
  /** Shows a dialog until it calls `close`; the action brings it along. */
  open: (dialog: (close: () => void) => ReactNode) => void;
  startUpload: StartUpload;
  screen: ListScreen;
  /** What is selected, if it is more than the list had loaded when it was. */
  whole: WholeSelection | null;
}

interface Action {
  key: string;
  /** The place in menus, ascending. */
  order: number;
  icon: Icon;
  label: Words;
  /** A key as `shortcutOf` names it, "F2"; null without one. */
  shortcut: string | null;
  danger?: boolean;
  /** Loads the dialog, so that it opens before the next key is pressed. */
  prefetch?: () => Promise<unknown>;
}

/** Something that is done with one or several entries: in their menu, the selection bar, and by a key. */
export interface EntryAction extends Action {
  /** The act as the server lists it for a node; null for what needs no right beyond seeing the entry. */
  act: string | null;
  /** It may say more once it knows what it would be done with. */
  label: (of?: readonly Entry[]) => string;
  /** The same, where a tile of a phone has no room for more than a word. */
  short?: (of: readonly Entry[]) => string;
  /** What a hint says beyond the label; null if there is no more to say. */
  hint?: (of: readonly Entry[]) => string | null;
  /** The key of another action, in whose place bars and pages show this one: where it fits, that one does not. */
  inPlaceOf?: string;
  /** Whether it can be done with these entries, as far as the list knows. */
  fits: (entries: readonly Entry[]) => boolean;
  /** Only a key does it: no menu and no bar shows it. */
  keyOnly?: boolean;
  /** On a touch screen, a swipe of a row to this side does it. */
  swipe?: 'left' | 'right';
  /** Enter and double click run the first fitting action that opens. */
  opens?: boolean;
  run: (entries: readonly Entry[], context: ActionContext) => void;
  /** Does it with more entries than the list has loaded, of which some are; without it, that is not offered. */
  runAll?: (whole: WholeSelection, context: ActionContext, loaded: readonly Entry[]) => void;
}

/** Something that is done in a folder, whatever is selected: in its tools, the palette, and by a key. */
export interface PlaceAction extends Action {
  /** The menu of the folder that has it. */
  menu?: 'new' | 'upload';
  fits: (mayWrite: boolean) => boolean;
  run: (context: ActionContext) => void;
}
