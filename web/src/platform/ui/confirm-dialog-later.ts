import { lazy } from 'react';
import { loadSettingsTexts } from '../i18n/settings-texts';
import { loadChunk } from '../routing/page';

export const fetchConfirmDialog = () => Promise.all([import('./ConfirmDialog'), loadSettingsTexts()]);

/** `ConfirmDialog` for a page outside of the settings: loaded with its texts on first use. */
export const ConfirmDialog = lazy(async () => {
  const [module] = await loadChunk(fetchConfirmDialog);
  return { default: module.ConfirmDialog };
});
