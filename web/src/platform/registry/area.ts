import type { Icon } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRoute } from '@tanstack/react-router';
import type { ComponentType, PropsWithChildren } from 'react';
import type { Schema } from '../api/client';
import type { LiveEvent } from '../live/live';
import type { Later } from '../routing/later';
import type { SettingsGroup } from '../routing/settings-groups';
import type { SessionExpiry } from '../session/expiry';
import type { Upload } from '../uploads/upload-queue';
import type { Entry, EntryAction, PlaceAction } from './actions';
import type { EntryType } from './entry-types';
import type { LogWords } from './log-words';
import type { NoticeKind } from './notices';
import type { PaletteSource } from './palette';
import type { Words } from './words';

export interface AreaRoutes {
  /** Screens without the shell: signing in, mailed links. */
  open?: readonly AnyRoute[];
  /** Screens inside the shell. */
  shell?: readonly AnyRoute[];
  /** Screens below `settingsRoute`. */
  settings?: readonly AnyRoute[];
  /** Screens below `contentSettingsRoute`. */
  contentSettings?: readonly AnyRoute[];
}

/** A kind of application: its place in the drawer and its card on home. */
export interface ApplicationKind {
  /** The server's `application_key`. */
  key: string;
  /** The place in the drawer, ascending. */
  order: number;
  icon: Icon;
  label: Words;
  about: Words;
  /** The first screen of an instance. */
  home: (appId: number) => string;
  /** Its addresses begin with this. */
  within: (appId: number) => string;
  /** Addresses within that are places of their own in the drawer. */
  apart?: (appId: number) => readonly string[];
  /** Its settings lie here, but belong to the settings. */
  settings?: (appId: number) => string;
  /** Its own places in the drawer, below its name; not while the drawer is narrow. */
  Places?: ComponentType<{ appId: number }>;
}

/** Rows of the drawer, made of `DrawerRow`; while it is `mini` there is only space for their icons. */
export interface DrawerPart {
  key: string;
  /** Below home, below the applications, or at the foot, above the settings. */
  slot: 'places' | 'below' | 'foot';
  /** The place in the slot, ascending. */
  order: number;
  Part: ComponentType<{ mini: boolean }>;
}

/** A tab at the foot of a phone, made of `Tab`; nothing where the user has no use for it. */
export interface TabPart {
  key: string;
  /** The place behind home and the drawer, ascending. */
  order: number;
  Part: ComponentType;
}

/** Items of the menu of the person on a phone, where the drawer is behind a tab: made of the kit's `Menu.Item`. */
export interface PhoneMenuPart {
  key: string;
  order: number;
  Part: ComponentType;
}

/** An entry of the settings menu; the address and who may open it are those of its route. */
export interface SettingsScreen {
  key: string;
  group: SettingsGroup;
  /** The place in the group, ascending. */
  order: number;
  route: AnyRoute;
  icon: Icon;
  label: Words;
  /** A sentence about it, for its card. */
  about: Words;
  /** Addresses elsewhere that belong to it. */
  also?: RegExp;
}

export interface DetailTabProps {
  appId: number;
  entry: Entry;
  /** The entry's picture is shown beside the tab already. */
  pictured?: boolean;
}

/** A tab of the panel beside a list. */
export interface DetailTab {
  key: string;
  order: number;
  label: Words;
  fits: (entry: Entry | Schema<'EntryDetail'>) => boolean;
  /** A number beside its label; 0 is not shown. */
  count?: (entry: Entry | Schema<'EntryDetail'>) => number;
  /** The page about an entry shows it below the information. */
  onPage?: boolean;
  /** It is there for what somebody else has locked, too. */
  whileLocked?: boolean;
  Tab: ComponentType<DetailTabProps>;
}

export interface EntryChipProps {
  entry: Entry;
  /** It lies over the entry's picture; otherwise it stands beside its name. */
  onPicture?: boolean;
}

/** A word about an entry, on its card, in its row, and beside its name. */
export interface EntryChip {
  key: string;
  fits: (entry: Entry) => boolean;
  Chip: ComponentType<EntryChipProps>;
}

export interface HomeWidget {
  key: string;
  order: number;
  Widget: ComponentType;
  /** A line below the greeting. */
  News?: ComponentType;
  /** At the right of the greeting. */
  Action?: ComponentType;
}

/** What is still to be done once a background action of a type has ended well: fetching what it has made. */
export interface FollowUp {
  /** The server's `type`. */
  type: string;
  label: Words;
  /** It is told the server's `bg_action_id`; what the server refuses is thrown. */
  run: (appId: number, actionId: string) => Promise<void>;
}

/**
 * Where a session begins that opens home first: an address, or null for home. It is told the application instances by
 * their ids, each with the server's `application_key`.
 */
export type Landing = (client: QueryClient, applications: ReadonlyMap<number, string>) => Promise<string | null>;

/** What an area puts around every screen. */
export interface ShellParts {
  /** Around the whole shell. */
  Around?: Later<PropsWithChildren>;
  /** In the top bar. */
  Bar?: ComponentType;
  /** At the bottom right. */
  Corner?: ComponentType;
  /** Asks to sign in again when the session ends below unsaved input. */
  Expired?: ComponentType<{ expiry: SessionExpiry }>;
}

/** How an area follows what happens elsewhere: it changes the query cache. */
export interface LiveListener {
  heard?: (event: LiveEvent) => void;
  /** The user's own events arrive from now on. */
  connected?: () => void;
  /** The same after a lost connection: any list may have changed meanwhile. */
  reconnected?: () => void;
  /** Events about the entries of a folder arrive from now on. */
  joined?: (folderId: number) => void;
  /** A file of this page reached its folder. */
  stored?: (upload: Upload) => void;
}

/** What an area adds to the page. It is small and loaded at once; screens, dialogs and the rest come when needed. */
export interface Area<Routes extends AreaRoutes = AreaRoutes> {
  /** As the server calls it. */
  name: string;
  routes: Routes;
  applications?: readonly ApplicationKind[];
  settings?: () => Promise<readonly SettingsScreen[]>;
  entryTypes?: readonly EntryType[];
  entryActions?: readonly EntryAction[];
  placeActions?: readonly PlaceAction[];
  entryChips?: readonly EntryChip[];
  detailTabs?: () => Promise<readonly DetailTab[]>;
  homeWidgets?: readonly HomeWidget[];
  drawer?: readonly DrawerPart[];
  tabs?: readonly TabPart[];
  phoneMenu?: readonly PhoneMenuPart[];
  landing?: () => Promise<Landing>;
  shell?: ShellParts;
  paletteSources?: readonly (() => Promise<PaletteSource>)[];
  logWords?: () => Promise<LogWords>;
  notices?: () => Promise<readonly NoticeKind[]>;
  followUps?: readonly FollowUp[];
  live?: () => Promise<(client: QueryClient) => LiveListener>;
}

/** Describes an area; `app/areas.ts` has the list of all. */
export function defineArea<const Routes extends AreaRoutes>(area: Area<Routes>): Area<Routes> {
  return area;
}
