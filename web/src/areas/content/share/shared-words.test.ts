import i18next from 'i18next';
import { expect, it } from 'vitest';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { changeLanguage, type Language, startI18n } from '../../../platform/i18n/i18n';
import { noPreview } from '../../../testing/preview';
import type { Entry } from '../queries';
import { marksOf, sharedOf } from './shared-words';

const entry = (over: Partial<Entry>): Entry => ({
  ...{ node_id: 8, name: 'Beach.png', role: 'manager', parent_id: 5, node_type: 'file', entry_type: 'image' },
  ...{ size: 4 * 1024 * 1024, mime_type: 'image/png', modified_at: 0, locked: false, marks: [], item_count: null },
  preview: noPreview,
  ...over,
});
const folder = (over: Partial<Entry> = {}) => entry({ node_type: 'folder', size: null, item_count: 12, ...over });

async function said(entries: readonly Entry[], language: Language = 'en') {
  await startI18n();
  await loadActionTexts();
  await changeLanguage(language);
  const t = i18next.getFixedT(null, ['content_actions', 'content'] as const);
  return sharedOf(entries, t, i18next.getFixedT(null, 'content'), language);
}

it.each<[readonly Entry[], string]>([
  [[entry({})], '1 file, 4\u00a0MB'],
  [Array.from({ length: 12 }, () => entry({})), '12 files, 48\u00a0MB'],
  [[folder()], 'a folder with 12 entries and everything inside'],
  [[folder({ item_count: 0 })], '1 folder with everything inside'],
  [[folder(), folder()], '2 folders with everything inside'],
  [[folder(), folder(), entry({})], '2 folders with everything inside and 1 file, 4\u00a0MB'],
])('entries are told in words', async (entries, words) => {
  expect(await said(entries)).toBe(words);
});

it('they are told in Portuguese, too', async () => {
  expect(await said([folder(), entry({})], 'pt')).toBe(
    'uma pasta com 12 itens e tudo o que há dentro e 1 arquivo, 4\u00a0MB',
  );
});

it('marks are told once', () => {
  const mark = (security_mark_id: number, security_mark_key: string) => ({ security_mark_id, security_mark_key });
  const entries = [
    entry({ marks: [mark(1, 'Internal')] }),
    entry({ marks: [mark(1, 'Internal'), mark(2, 'Embargo')] }),
  ];
  expect(marksOf(entries)).toEqual(['Internal', 'Embargo']);
});
