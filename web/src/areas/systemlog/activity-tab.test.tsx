import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../platform/api/client';
import { signedInAs } from '../../testing/account';
import { application } from '../../testing/answers';
import { openPage } from '../../testing/open-page';
import { noPreview } from '../../testing/preview';
import { startServer } from '../../testing/server';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

function entry(node_id: number, name: string): Schema<'EntryDetail'> {
  return {
    ...{ node_id, name, role: 'manager', parent_id: 5, node_type: 'file', entry_type: null, size: 1024 },
    ...{ modified_at: 0, created_at: 0, created_by: null, taken_at: null, locked: false, marks: [], item_count: null },
    ...{ hash: null, pages: null, repository_id: 2, tenant_id: 1, preview_reason: null, properties: {} },
    ...{ mime_type: null, open_comments: 0, asks_first: false, preview: noPreview },
  };
}

function sizeOf(this: HTMLElement): number {
  return this.className.includes('scroller') ? 600 : 0;
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(sizeOf);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(sizeOf);
  localStorage.setItem('navigationViewMode', 'list');
});

it('tells what changed in words, and no hashes and ids', async () => {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const [folder, file] = [{ ...entry(5, 'Office'), node_type: 'folder' as const }, entry(8, 'Plan.txt')];
  const changes = [
    { field: 'size', before: '1024', after: '2048' },
    { field: 'hash', before: 'aaaa', after: 'bbbb' },
    { field: 'parent_id', before: '5', after: '6' },
    { field: 'label', before: '', after: 'As agreed' },
  ];
  const act = { audit_id: 1, at: 0, users_id: 7, name: 'Ana Souza', what: 'file_replace', changes, moved: null };
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [file], total: 1, next: null })),
    ...[folder, file].map((one) => http.get(`${at}/entry/${one.node_id}`, () => HttpResponse.json(one))),
    http.get(`${at}/activity/8`, () => HttpResponse.json({ items: [act], next: null })),
  );
  const { person } = await openPage('/content/4/navigation/5');
  await person.click(await screen.findByRole('row', { name: /Plan/ }));
  await person.keyboard('i');
  await person.click(await screen.findByRole('tab', { name: 'Activity' }));
  expect(await screen.findByText('Size: 1 KB → 2 KB')).toBeTruthy();
  expect(screen.getByText(/: — → As agreed$/)).toBeTruthy();
  expect(screen.queryByText(/bbbb/)).toBeNull();
  expect(screen.queryByText(/→ 6/)).toBeNull();
});
