import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../platform/api/query-client';
import { startI18n } from '../../../platform/i18n/i18n';
import { loadViewerTexts } from '../../../platform/i18n/viewer-texts';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { Entry } from '../queries';
import { TextFile } from './TextFile';

const server = startServer();

beforeAll(async () => {
  await startI18n();
  await loadViewerTexts();
});
beforeEach(() => queryClient.clear());

function shown(text: string, over: Partial<Entry>) {
  const file = {
    ...{ node_id: 8, parent_id: 5, node_type: 'file', entry_type: 'text', name: 'a.txt', size: text.length },
    ...{ mime_type: 'text/plain', modified_at: 0, locked: false, role: 'reader', marks: [], item_count: null },
    ...{ preview: noPreview, ...over },
  } as Entry;
  const ranges: (string | null)[] = [];
  server.use(
    http.get('http://vitrine.test/bytes', ({ request }) => {
      ranges.push(request.headers.get('range'));
      return new HttpResponse(text);
    }),
  );
  const failed = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <TextFile file={file} original={{ src: 'http://vitrine.test/bytes' }} failed={failed} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ranges, failed, person: userEvent.setup() };
}

it('a table is one, and can be read as the letters that it is made of', async () => {
  const { person, ranges } = shown('sku;price\n1;2,50', { mime_type: 'text/csv', name: 'Prices.csv' });
  await screen.findByRole('table', { name: 'Prices.csv' });
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['sku', 'price']);
  expect(screen.getAllByRole('cell').map((one) => one.textContent)).toEqual(['1', '2,50']);
  await person.click(screen.getByRole('button', { name: 'Show the source' }));
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText(/sku;price/).tagName).toBe('PRE');
  await person.click(screen.getByRole('button', { name: 'Show the table' }));
  await screen.findByRole('table');
  expect(ranges).toEqual(['bytes=0-1048575']);
});

it('a Markdown text is formatted, with a way to its source', async () => {
  const { person } = shown('# Plan\n\nSome **bold**', { mime_type: 'text/markdown', name: 'README.md' });
  await screen.findByRole('heading', { name: 'Plan' });
  await person.click(screen.getByRole('button', { name: 'Show the source' }));
  expect(screen.getByText(/\*\*bold\*\*/).tagName).toBe('PRE');
  await person.click(screen.getByRole('button', { name: 'Show it formatted' }));
  await screen.findByRole('heading', { name: 'Plan' });
});

it('code has the numbers of its lines, and a page is its letters', async () => {
  shown('<h1>Hi</h1>\n<script>alert(1)</script>\n', { mime_type: 'text/html', name: 'a.html', entry_type: 'code' });
  const letters = await screen.findByText(/<h1>Hi/);
  expect([letters.tagName, letters.children.length]).toEqual(['PRE', 0]);
  expect(letters.previousElementSibling?.textContent).toBe('1\n2');
  expect(screen.queryByRole('heading')).toBeNull();
});

it('a table breaks only long cells, of its head, too', async () => {
  const words = 'several words '.repeat(6).trim();
  shown(`sku,${words}\nlong-number-of-an-article-0000000001,${'0'.repeat(61)}`, {
    mime_type: 'text/csv',
    name: 'Prices.csv',
  });
  await screen.findByRole('table');
  const cells = [...screen.getAllByRole('columnheader'), ...screen.getAllByRole('cell')];
  expect(cells.map((cell) => cell.hasAttribute('data-long'))).toEqual([false, true, false, true]);
});

it('a plain text is only that, and says when its end is not shown', async () => {
  shown('# not a heading', { size: 5_000_000 });
  await waitFor(() => expect(screen.getByText('# not a heading').tagName).toBe('PRE'));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/^Only the first/)).toBeTruthy();
});
