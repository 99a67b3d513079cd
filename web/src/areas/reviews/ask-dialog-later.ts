import { loadPanelTexts } from '../../platform/i18n/panel-texts';
import { loadSettingsTexts } from '../../platform/i18n/settings-texts';
import { later } from '../../platform/routing/later';

/** A dialog with its texts; the field of a day has its own among those of the settings. */
async function withTexts<Module>(part: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([part, loadPanelTexts(), loadSettingsTexts()]);
  return module;
}

export const AskDialog = later(() => withTexts(import('./AskDialog')), 'AskDialog');
export const AddReviewersDialog = later(() => withTexts(import('./AddReviewersDialog')), 'AddReviewersDialog');
export const ChangeDialog = later(() => withTexts(import('./ChangeDialog')), 'ChangeDialog');
