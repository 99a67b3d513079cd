import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { fileOf, namespaces } from '../../../build/texts';
import { loadAccountTexts } from './account-texts';
import { loadActionTexts } from './action-texts';
import { withHomeTexts } from './home-texts';
import { changeLanguage, languages, startI18n } from './i18n';
import { loadLogTexts } from './log-texts';
import { loadNoticeTexts } from './notice-texts';
import { loadPanelTexts } from './panel-texts';
import { loadSearchTexts } from './search-texts';
import { loadSettingsTexts } from './settings-texts';
import { loadTrayTexts } from './tray-texts';
import { loadViewerTexts } from './viewer-texts';

const text = (language: string, namespace: string) => JSON.parse(readFileSync(fileOf(language, namespace), 'utf8'));
const bundles = (language: string) => i18next.store.data[language] ?? {};

it('each part of the page loads its texts, of every area, and in the language that is chosen later', async () => {
  await startI18n();
  expect(bundles('en')).not.toHaveProperty('settings');
  expect(bundles('en')).not.toHaveProperty('content_log');
  const parts = [
    loadSettingsTexts,
    loadLogTexts,
    loadViewerTexts,
    loadSearchTexts,
    loadActionTexts,
    loadPanelTexts,
    loadAccountTexts,
    loadTrayTexts,
    loadNoticeTexts,
    () => withHomeTexts(Promise.resolve()),
  ];
  await Promise.all(parts.map((load) => load()));
  await changeLanguage('pt');
  for (const language of languages) {
    expect(Object.keys(bundles(language)).sort()).toEqual(namespaces);
    for (const namespace of namespaces) expect(bundles(language)[namespace]).toEqual(text(language, namespace));
  }
});
