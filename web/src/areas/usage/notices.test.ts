import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../platform/i18n/i18n';
import { loadNoticeTexts } from '../../platform/i18n/notice-texts';
import type { Notice } from '../../platform/registry/notices';
import { noticeKinds } from './notices';

beforeAll(async () => {
  await startI18n();
  await loadNoticeTexts();
});

const picture = { node_id: 8, parent_id: 5, node_type: 'file', entry_type: 'image', name: 'One.png' } as const;
const office = { ...picture, node_id: 5, node_type: 'folder', entry_type: 'folder', name: 'Office' } as const;

function words(kind: string, entry: Notice['entry'], detail: object, title: string | null = null) {
  const about = { title, text: null, target: null };
  const notice = { kind, entry, detail, about } as unknown as Notice;
  const found = noticeKinds.find((one) => one.kind === kind);
  return found?.words({ notice, person: 'Ana', name: entry?.name ?? '', count: 1 });
}

it('an answer tells what it is for, and not what was open', () => {
  const told = (detail: object, title: string | null) => words('download_answered', picture, detail, title);
  expect(told({ days: 7, is_file: false }, 'Office')).toBe('Ana lets you download everything in Office for 7 days');
  expect(told({ days: null, is_file: false }, 'Office')).toBe('Ana does not let you download from Office');
  expect(told({ days: 1, is_file: true }, 'One.png')).toBe('Ana lets you download One.png for 1 day');
  expect(told({ days: 7, is_file: false }, null)).toBe('Ana lets you download from the folder of One.png for 7 days');
});

it('a question tells what is asked for', () => {
  expect(words('download_asked', office, {})).toBe('Ana asks to download everything in Office');
  expect(words('download_asked', picture, {})).toBe('Ana asks to download One.png');
});
