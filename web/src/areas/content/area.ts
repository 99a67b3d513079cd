import { IconPhoto } from '@tabler/icons-react';
import i18next from 'i18next';
import { loadSearchTexts } from '../../platform/i18n/search-texts';
import { defineArea } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';
import { BinRow } from './drawer/BinRow';
import { entryActions } from './entry/entry-actions';
import { entryTypes } from './entry/entry-types';
import { placeActions } from './folder/place-actions';
import { HomePlaces } from './home/HomePlaces';
import { HomeWidget, NewsOfHome, UploadOfHome } from './home/home-widget';
import type texts from './locales/en.json';
import type actions from './locales/en-actions.json';
import type home from './locales/en-home.json';
import type log from './locales/en-log.json';
import type notices from './locales/en-notices.json';
import type panel from './locales/en-panel.json';
import type search from './locales/en-search.json';
import type settings from './locales/en-settings.json';
import type viewer from './locales/en-viewer.json';
import { contentRoutes } from './routes';
import { contentSettings } from './settings/settings-routes';

declare module '../../platform/i18n/texts' {
  interface Texts {
    content: typeof texts;
    content_actions: typeof actions;
    content_home: typeof home;
    content_log: typeof log;
    content_notices: typeof notices;
    content_panel: typeof panel;
    content_search: typeof search;
    content_settings: typeof settings;
    content_viewer: typeof viewer;
  }
}

/** Repositories, folders and files. */
export const content = defineArea({
  name: 'content',
  routes: { shell: contentRoutes, contentSettings },
  applications: [
    {
      key: 'content',
      order: 20,
      icon: IconPhoto,
      label: () => i18next.t('application.name', { ns: 'content' }),
      about: () => i18next.t('application.about', { ns: 'content' }),
      home: (appId) => `/content/${appId}/navigation/home`,
      within: (appId) => `/content/${appId}/`,
      apart: (appId) =>
        ['recents', 'favourites', 'shared', 'reviews', 'collections', 'links'].map(
          (place) => `/content/${appId}/${place}`,
        ),
      settings: (appId) => `/content/${appId}/settings`,
      Places: later(() => import('./drawer/FolderTree'), 'FolderTree'),
    },
  ],
  settings: async () => (await import('./settings-screens')).settingsScreens,
  entryTypes,
  entryActions,
  placeActions,
  detailTabs: async () => (await import('./entry/detail-tabs')).detailTabs(),
  drawer: [
    { key: 'home_places', slot: 'places', order: 10, Part: HomePlaces },
    {
      key: 'saved_searches',
      slot: 'below',
      order: 10,
      Part: later(() => import('./drawer/SavedSearches'), 'SavedSearches'),
    },
    { key: 'bin', slot: 'foot', order: 10, Part: BinRow },
  ],
  tabs: [
    { key: 'add', order: 10, Part: later(() => import('./add/AddTab'), 'AddTab') },
    { key: 'favourites', order: 20, Part: later(() => import('./home/HomeTabs'), 'FavouritesTab') },
    { key: 'recents', order: 30, Part: later(() => import('./home/HomeTabs'), 'RecentsTab') },
  ],
  phoneMenu: [{ key: 'places', order: 10, Part: later(() => import('./home/PhonePlaces'), 'PhonePlaces') }],
  homeWidgets: [{ key: 'library', order: 5, Widget: HomeWidget, News: NewsOfHome, Action: UploadOfHome }],
  landing: async () => (await import('./landing')).landing,
  paletteSources: [async () => (await Promise.all([import('./search/palette'), loadSearchTexts()]))[0].contentPalette],
  followUps: [
    {
      type: 'export',
      label: () => i18next.t('actions.download', { ns: 'content' }),
      run: async (appId, actionId) => (await import('./download-as/prepared')).savePrepared(appId, actionId),
    },
  ],
  logWords: async () => (await import('./log-words')).logWords,
  notices: async () => (await import('./notices')).noticeKinds,
  live: async () => (await import('./live-cache')).liveCache,
});
