import { lazy } from 'react';
import { loadSettingsTexts } from '../../i18n/settings-texts';
import { loadChunk } from '../../routing/page';

/** `DiscardDialog`, loaded with its texts on first use. */
export const DiscardDialog = lazy(async () => {
  const [module] = await loadChunk(() => Promise.all([import('./DiscardDialog'), loadSettingsTexts()]));
  return { default: module.DiscardDialog };
});
