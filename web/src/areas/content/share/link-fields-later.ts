import { loadSettingsTexts } from '../../../platform/i18n/settings-texts';
import { later } from '../../../platform/routing/later';

async function load() {
  // The field of a day has its texts among those of the settings.
  const [{ LinkFields }] = await Promise.all([import('./LinkFields'), loadSettingsTexts()]);
  return { LinkFields };
}

/** The options of a link, in a file of their own. */
export const LinkFields = later(load, 'LinkFields');
