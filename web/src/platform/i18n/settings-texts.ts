import { addTexts, type Language } from './i18n';

async function texts(language: Language) {
  if (language === 'pt') return (await import('./pt-settings')).ptSettings;
  return (await import('./en-settings')).enSettings;
}

/** The texts of the settings, loaded when the first of its screens opens. */
export function loadSettingsTexts(): Promise<void> {
  return addTexts(texts);
}
