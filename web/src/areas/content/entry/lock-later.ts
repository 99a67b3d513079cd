import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

export const LockNote = later(
  async () => (await Promise.all([import('./LockNote'), loadActionTexts()]))[0],
  'LockNote',
);

export const LockedItems = later(
  async () => (await Promise.all([import('./LockedItems'), loadActionTexts()]))[0],
  'LockedItems',
);
