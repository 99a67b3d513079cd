import { loadSettingsTexts } from '../../platform/i18n/settings-texts';
import { later } from '../../platform/routing/later';

async function load() {
  // The field of a day has its texts among those of the settings.
  const [{ TermsForm }] = await Promise.all([import('./TermsForm'), loadSettingsTexts()]);
  return { TermsForm };
}

/** What sets the terms of use, in a file of its own. */
export const TermsForm = later(load, 'TermsForm');
