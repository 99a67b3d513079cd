import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

type Detail = Schema<'EntryDetail'>;

// What draws documents never comes.
vi.mock('./pdf/PdfFile', () => new Promise(() => undefined));

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

const book: Detail = {
  ...{ node_id: 8, name: 'Book.pdf', role: 'reader', parent_id: 5, node_type: 'file', entry_type: 'pdf' },
  ...{ size: 154_624, mime_type: 'application/pdf', modified_at: 0, created_at: 0, created_by: null, taken_at: null },
  ...{ created_by_name: 'Ana Souza', locked: false, marks: [], item_count: null, hash: null, pages: 12 },
  ...{ repository_id: 2, tenant_id: 1, open_comments: 0, asks_first: false, preview_reason: null, properties: {} },
  preview: { ...noPreview, status: 'ready', width: 595, height: 842, scales: true, pages: 12, version: 'v' },
};

async function opened(search: string) {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const folder = { ...book, node_id: 5, name: 'Office', node_type: 'folder', parent_id: null };
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [book], total: 1, next: null })),
    http.get(`${at}/entry/5`, () => HttpResponse.json(folder)),
    http.get(`${at}/entry/8`, () => HttpResponse.json(book)),
  );
  await openPage(`/content/4/navigation/5?show=8${search}`);
  return screen.findByRole('dialog', { name: 'Preview of Book.pdf' });
}

it('until a document is there its first page is seen', async () => {
  const viewer = await opened('');
  const picture = () => viewer.querySelector('[data-kind="pdf"] img[src*="/preview/8?size=640"]');
  await waitFor(() => expect(picture()).not.toBeNull());
  expect(viewer.querySelector('[data-kind="pdf"] .mantine-Loader-root')).toBeNull();
});

it('of a later page there is no picture', async () => {
  const viewer = await opened('&page=3');
  await waitFor(() => expect(viewer.querySelector('[data-kind="pdf"] .mantine-Loader-root')).not.toBeNull());
  expect(viewer.querySelector('[data-kind="pdf"] img[src*="/preview/8?size=640"]')).toBeNull();
});
