import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { rgbaToThumbHash } from 'thumbhash';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { queryClient } from '../../../platform/api/query-client';
import { startI18n } from '../../../platform/i18n/i18n';
import { RegistryContext, registryOf } from '../../../platform/registry/registry';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import { content } from '../area';
import type { Entry } from '../queries';
import { FolderCard } from './FolderCard';

const server = startServer();

beforeAll(() => startI18n());
beforeEach(() => queryClient.clear());

function folder(node_id: number, other: Partial<Entry> = {}): Entry {
  return {
    node_id,
    node_type: 'folder',
    entry_type: 'folder',
    parent_id: 1,
    name: 'Plans',
    role: 'reader',
    locked: false,
    marks: [],
    item_count: 3,
    size: null,
    mime_type: null,
    modified_at: 0,
    preview: noPreview,
    ...other,
  };
}

function picture(node_id: number, entry_type: string): Schema<'CoverPicture'> {
  const preview = { ...noPreview, status: 'ready', width: 4, height: 3, version: 'abc' } as const;
  return { node_id, name: `${node_id}.png`, entry_type, preview };
}

/** Answers with these pictures of each folder; the folders that were asked for are noted. */
function answer(covers: Record<number, Schema<'CoverPicture'>[]>): string[] {
  const asked: string[] = [];
  server.use(
    http.get('http://vitrine.test/api/app/4/rendition/covers', ({ request }) => {
      const ids = new URL(request.url).searchParams.get('node_ids') ?? '';
      asked.push(ids);
      const known = ids.split(',').filter((id) => Number(id) in covers);
      const items = known.map((id) => ({ node_id: Number(id), chosen_node_id: null, pictures: covers[Number(id)] }));
      return HttpResponse.json({ items });
    }),
  );
  return asked;
}

function show(...folders: Entry[]) {
  const state = { selected: false, tabStop: false, menuOpen: false, dropTarget: false };
  return render(
    <QueryClientProvider client={queryClient}>
      <RegistryContext value={registryOf([content])}>
        <MantineProvider>
          {folders.map((entry, column) => (
            <FolderCard key={entry.node_id} appId={4} entry={entry} column={column} width={240} {...state} />
          ))}
        </MantineProvider>
      </RegistryContext>
    </QueryClientProvider>,
  );
}

it('two folders of one name differ by their marks', () => {
  answer({});
  show(folder(2), folder(3, { marks: [{ security_mark_id: 1, security_mark_key: 'Board' }] }));
  const [open, marked] = screen.getAllByRole('gridcell');
  expect(open?.textContent).not.toContain('Board');
  expect(marked?.textContent).toContain('Board');
});

it('cards that are shown together ask once, and show the pictures of their folders', async () => {
  const asked = answer({ 2: [picture(21, 'image'), picture(22, 'pdf'), picture(23, 'image')], 3: [] });
  show(folder(2), folder(3));
  const [full, empty] = screen.getAllByRole('gridcell');
  await waitFor(() => expect(full?.querySelectorAll('img')).toHaveLength(3));
  const pictures = [...(full?.querySelectorAll('img') ?? [])];
  expect(pictures.map((one) => /preview\/(\d+)/.exec(one.src)?.[1])).toEqual(['21', '22', '23']);
  expect(pictures.map((one) => one.hasAttribute('data-page'))).toEqual([false, true, false]);
  expect(empty?.querySelector('img')).toBeNull();
  expect(asked).toEqual(['2,3']);
});

it('of a transparent picture the blurred colours go once it is there', async () => {
  const glass = (alpha: number) => {
    const pixels = Array.from({ length: 16 }, () => [255, 99, 9, alpha]).flat();
    return btoa(String.fromCharCode(...rgbaToThumbHash(4, 4, pixels)));
  };
  const of = (id: number, alpha: number) => {
    const { preview, ...rest } = picture(id, 'image');
    return { ...rest, preview: { ...preview, placeholder: glass(alpha) } };
  };
  answer({ 2: [of(21, 40), of(22, 255)] });
  show(folder(2));
  const [cell] = screen.getAllByRole('gridcell');
  await waitFor(() => expect(cell?.querySelectorAll('img')).toHaveLength(2));
  const images = [...(cell?.querySelectorAll('img') ?? [])];
  const pieces = images.map((image) => image.parentElement as HTMLElement);
  const coloured = () => pieces.map((piece) => piece.style.backgroundImage.startsWith('url('));
  expect(coloured()).toEqual([true, true]);
  for (const image of images) fireEvent.load(image);
  expect(coloured()).toEqual([false, true]);
  expect(pieces.map((piece) => piece.hasAttribute('data-transparent'))).toEqual([true, false]);
});

it('a folder that can only be passed shows the pictures that are open in it, and has no menu', async () => {
  answer({ 2: [picture(21, 'image')] });
  show(folder(2, { role: null, item_count: null }));
  const [cell] = screen.getAllByRole('gridcell');
  await waitFor(() => expect(cell?.querySelectorAll('img')).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});
