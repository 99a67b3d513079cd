import { createContext, use } from 'react';
import { loadLogTexts } from '../i18n/log-texts';
import type { EntryAction, PlaceAction } from './actions';
import type {
  ApplicationKind,
  Area,
  DetailTab,
  DrawerPart,
  EntryChip,
  FollowUp,
  HomeWidget,
  LiveListener,
  PhoneMenuPart,
  SettingsScreen,
  ShellParts,
  TabPart,
} from './area';
import type { EntryType } from './entry-types';
import type { AllLogWords } from './log-words';
import type { NoticeKind } from './notices';
import type { PaletteSource } from './palette';

/** What all areas of the page add together, in the order in which it is shown. */
export interface Registry {
  applications: readonly ApplicationKind[];
  settings: () => Promise<readonly SettingsScreen[]>;
  entryTypes: readonly EntryType[];
  entryActions: readonly EntryAction[];
  placeActions: readonly PlaceAction[];
  entryChips: readonly EntryChip[];
  detailTabs: () => Promise<readonly DetailTab[]>;
  homeWidgets: readonly HomeWidget[];
  drawer: readonly DrawerPart[];
  tabs: readonly TabPart[];
  phoneMenu: readonly PhoneMenuPart[];
  shell: readonly ShellParts[];
  paletteSources: () => Promise<readonly PaletteSource[]>;
  logWords: () => Promise<AllLogWords>;
  notices: () => Promise<ReadonlyMap<string, NoticeKind>>;
  followUps: readonly FollowUp[];
  live: () => Promise<readonly LiveMaker[]>;
}

type LiveMaker = (...args: Parameters<Awaited<ReturnType<NonNullable<Area['live']>>>>) => LiveListener;

/** Loads once; a load that failed is tried again by the next call. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

const inOrder = <Part extends { order: number }>(parts: readonly Part[]): readonly Part[] =>
  [...parts].sort((one, other) => one.order - other.order);

/** The log's words of all areas, and their texts. */
async function loadLogWords(areas: readonly Area[]): Promise<AllLogWords> {
  const parts = Promise.all(areas.flatMap((area) => area.logWords?.() ?? []));
  const [{ allLogWords }, words] = await Promise.all([import('./log-words'), parts, loadLogTexts()]);
  return allLogWords(words);
}

/** The kinds of notices of all areas, by what the server calls them. */
async function loadNotices(areas: readonly Area[]): Promise<ReadonlyMap<string, NoticeKind>> {
  const kinds = await Promise.all(areas.flatMap((area) => area.notices?.() ?? []));
  return new Map(kinds.flat().map((one) => [one.kind, one]));
}

export function registryOf(areas: readonly Area[]): Registry {
  return {
    applications: inOrder(areas.flatMap((area) => area.applications ?? [])),
    settings: once(async () => inOrder((await Promise.all(areas.map((area) => area.settings?.() ?? []))).flat())),
    entryTypes: areas.flatMap((area) => area.entryTypes ?? []),
    entryActions: inOrder(areas.flatMap((area) => area.entryActions ?? [])),
    placeActions: inOrder(areas.flatMap((area) => area.placeActions ?? [])),
    entryChips: areas.flatMap((area) => area.entryChips ?? []),
    detailTabs: once(async () => inOrder((await Promise.all(areas.map((area) => area.detailTabs?.() ?? []))).flat())),
    homeWidgets: inOrder(areas.flatMap((area) => area.homeWidgets ?? [])),
    drawer: inOrder(areas.flatMap((area) => area.drawer ?? [])),
    tabs: inOrder(areas.flatMap((area) => area.tabs ?? [])),
    phoneMenu: inOrder(areas.flatMap((area) => area.phoneMenu ?? [])),
    shell: areas.flatMap((area) => area.shell ?? []),
    paletteSources: once(() => Promise.all(areas.flatMap((area) => area.paletteSources ?? []).map((load) => load()))),
    logWords: once(() => loadLogWords(areas)),
    notices: once(() => loadNotices(areas)),
    followUps: areas.flatMap((area) => area.followUps ?? []),
    live: once(() => Promise.all(areas.flatMap((area) => area.live?.() ?? []))),
  };
}

export const RegistryContext = createContext<Registry>(registryOf([]));

/** What the areas of this page add. */
export function useRegistry(): Registry {
  return use(RegistryContext);
}
