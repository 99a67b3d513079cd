import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { queryClient } from '../../../platform/api/query-client';
import { startI18n } from '../../../platform/i18n/i18n';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import { Lightbox } from './Lightbox';

const server = startServer();

beforeEach(() => queryClient.clear());

it.each([
  ['unavailable', 'unsupported', 10, 'There is no preview of this kind of file'],
  ['error', 'password', 10, 'It is protected by a password'],
  ['error', 'unreadable', 0, 'The file is empty'],
] as const)(
  'a file whose picture is %s says in the viewer why, and lets it be downloaded: %s, %d bytes',
  async (status, preview_reason, size, words) => {
    const preview = { ...noPreview, status };
    const file: Schema<'EntryDetail'> = {
      ...{
        node_id: 9,
        node_type: 'file',
        entry_type: 'file',
        parent_id: 5,
        name: 'Plan.xyz',
        role: 'reader',
        locked: false,
        marks: [],
      },
      ...{ item_count: null, size, mime_type: null, modified_at: 0, preview, preview_reason, properties: {} },
      ...{ created_at: 0, created_by: null, hash: null, pages: null, repository_id: 2, tenant_id: 1, taken_at: null },
    };
    const { preview_reason: _, ...listed } = file;
    server.use(http.get('http://vitrine.test/api/app/4/entry/9', () => HttpResponse.json(file)));
    await startI18n();
    const nothing = () => undefined;
    const download = vi.fn();
    const calls = { show: nothing, loadMore: nothing, download, inform: nothing, close: nothing };
    render(
      <QueryClientProvider client={queryClient}>
        <MantineProvider>
          <Lightbox appId={4} files={[listed]} nodeId={9} {...calls} />
        </MantineProvider>
      </QueryClientProvider>,
    );
    const viewer = await screen.findByRole('dialog', { name: 'Preview of Plan.xyz' });
    const why = await within(viewer).findByText(words);
    await userEvent.click(within(why.parentElement ?? why).getByRole('button', { name: 'Download' }));
    expect(download).toHaveBeenCalledWith([listed]);
  },
);
