import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { startI18n } from '../../../platform/i18n/i18n';
import type { Entry } from '../queries';
import { FolderCounts } from './FolderCounts';

beforeAll(async () => {
  await startI18n();
  await loadActionTexts();
});

afterEach(cleanup);

const now = () => Math.floor(Date.now() / 1000);
const entry = (node_type: 'folder' | 'file', modified_at = now()) => ({ node_type, modified_at }) as Entry;

function words(entries: Entry[], more: boolean, total = 312): string {
  const list = { entries, more, long: null };
  const counts = <FolderCounts total={total} items="312 entries" list={list} order="name" />;
  return render(counts).container.textContent ?? '';
}

it('tells folders, entries and the last change of a folder', () => {
  expect(words([entry('folder'), entry('file', now() - 9 * 86_400)], false)).toBe('1 folder, 311 files, changed today');
});

it('calls what is all folders so', () => {
  expect(words([entry('folder'), entry('folder')], false, 2)).toBe('2 folders, changed today');
});

it('leaves out what is not known, and folders where there are none', () => {
  expect(words([entry('folder'), entry('folder')], true)).toBe('312 entries');
  expect(words([entry('folder'), entry('file')], true)).toBe('1 folder, 311 files');
  expect(words([entry('file', now() - 86_400)], false)).toBe('312 entries, changed yesterday');
});
