import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ask, reached } from '../../../platform/api/connection';
import { queryClient } from '../../../platform/api/query-client';
import { startI18n } from '../../../platform/i18n/i18n';
import { RegistryContext, registryOf } from '../../../platform/registry/registry';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import { content } from '../area';
import type { Entry } from '../queries';
import { EntryCard } from './EntryCard';

const server = startServer();
beforeAll(() => startI18n());
beforeEach(() => server.use(http.get('*/healthz', () => HttpResponse.text('ok'))));

function folder(node_id: number, marks: Entry['marks']): Entry {
  return {
    node_id,
    node_type: 'folder',
    entry_type: 'folder',
    parent_id: 1,
    name: 'Plans',
    role: 'reader',
    locked: false,
    marks,
    item_count: 3,
    size: null,
    mime_type: null,
    modified_at: 0,
    preview: noPreview,
  };
}

function card(entry: Entry) {
  const state = { selected: false, tabStop: false, menuOpen: false, dropTarget: false };
  return <EntryCard key={entry.node_id} appId={1} entry={entry} column={0} width={220} {...state} />;
}

const files = (...entries: Entry[]) =>
  render(
    <RegistryContext value={registryOf([content])}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider>{entries.map((entry) => card(entry))}</MantineProvider>
      </QueryClientProvider>
    </RegistryContext>,
  );

it.each([
  ['Brief.txt', 'text', true],
  ['Offer.pdf', 'pdf', true],
  ['Beach.jpg', 'image', false],
])('of a page a card shows the top, of a picture the middle: %s', (name, entry_type, isPage) => {
  const file: Entry = { ...folder(4, []), node_type: 'file', entry_type, name, item_count: null };
  const { container } = files(file);
  expect(container.querySelector('[data-fit]')?.hasAttribute('data-pages')).toBe(isPage);
});

const file = (preview: Partial<Entry['preview']>, more: Partial<Entry> = {}): Entry => ({
  ...folder(4, []),
  ...{ node_type: 'file', entry_type: 'image', name: 'Beach.jpg', mime_type: 'image/jpeg', item_count: null, size: 9 },
  preview: { ...noPreview, ...preview },
  ...more,
});

it('a card lets the browser choose among the widths that the server draws', () => {
  const { container } = files(file({ status: 'ready', width: 6000, height: 4000, version: '1' }));
  const image = container.querySelector('img[srcset]');
  expect(image?.getAttribute('sizes')).toBe('248px');
  const widths = image?.getAttribute('srcset')?.match(/size=\d+|\d+w/g);
  expect(widths?.join(' ')).toBe('size=96 144w size=320 480w size=640 960w size=1280 1920w size=2560 3840w');
});

it.each([
  ['image', 6000, 4000, 'cover', '248px'],
  ['image', 8000, 600, 'contain', '220px'],
  ['image', 600, 5000, 'contain', '20px'],
  ['vector', 200, 100, 'contain', '220px'],
])('a card cuts the edges of photographs, but not a logo or a panorama: %s of %d × %d', (entry_type, ...shape) => {
  const [width, height, fit, sizes] = shape;
  const { container } = files(file({ status: 'ready', width, height, version: '1' }, { entry_type }));
  expect(container.querySelector('[data-fit]')?.getAttribute('data-fit')).toBe(fit);
  expect(container.querySelector('img[srcset]')?.getAttribute('sizes')).toBe(sizes);
});

it('a card that waits for its picture shimmers, and says so only to who listens', () => {
  const { container } = files(file({ status: 'generating_preview' }));
  expect(screen.getByText('Generating preview').className).toContain('unseen');
  expect(container.querySelector('.mantine-Loader-root')).toBeNull();
});

it.each([
  [{ reason: 'too_slow', retry_at: 8 * 3600 }, 'Took too long, next try at 08:00'],
  [{ reason: 'too_slow', retry_at: null }, 'Drawing it takes too long'],
  [{ reason: 'unreadable', retry_at: null }, 'No preview could be made'],
] as const)('a card whose picture failed says in one line what comes of it: %j', (preview, line) => {
  files(file({ status: 'error', ...preview }));
  expect(screen.getByText(line)).toBeTruthy();
});

it('a picture that was drawn again after its address answered nothing is shown', () => {
  const ready = file({ status: 'ready', width: 60, height: 40, version: '1' });
  const { container, rerender } = files(ready);
  const again = (entry: Entry) =>
    rerender(
      <RegistryContext value={registryOf([content])}>
        <QueryClientProvider client={queryClient}>
          <MantineProvider>{card(entry)}</MantineProvider>
        </QueryClientProvider>
      </RegistryContext>,
    );
  again(ready);
  fireEvent.error(container.querySelector('img[srcset]') as Element);
  expect(container.querySelector('img[srcset]')).toBeNull();
  again(file({ status: 'generating_preview' }));
  again(ready);
  expect(container.querySelector('img[srcset]')).not.toBeNull();
});

it('a document bears its kind and the number of its pages, a photograph nothing', () => {
  const { container } = files(
    file({ pages: 12 }, { node_id: 5, name: 'Brand book.pdf', mime_type: 'application/pdf', entry_type: 'pdf' }),
    file({}),
  );
  const [paper, photo] = container.querySelectorAll('[role=gridcell]');
  expect(paper?.textContent).toContain('PDF · 12');
  expect(paper?.textContent).toContain('12 pages');
  expect(photo?.querySelector('[class*=badge]')).toBeNull();
});

it('a picture that could not be sent is loaded once the server is back', async () => {
  server.use(http.get('*/healthz', () => HttpResponse.error()));
  const { container } = files(file({ status: 'ready', width: 60, height: 40, version: '1' }));
  const image = () => container.querySelector('img[srcset]');
  fireEvent.error(image() as Element);
  expect(image()).toBeNull();
  expect(await ask()).toBe(false);
  expect(image()).toBeNull();
  reached();
  await waitFor(() => expect(image()).not.toBeNull());
});

it.each([
  [{ is_locked_by_me: true }, /^Locked by you since /],
  [{}, /^Locked by Ana since /],
  [{ locked_by_name: null }, /^Locked$/],
])('a padlock says whose lock it is: %j', (lock, words) => {
  files(file({}, { locked: true, locked_by_name: 'Ana', locked_at: 1_764_100_000, ...lock }));
  expect(screen.getByTitle(words).textContent).toBe('Locked');
});

it('under the name of what somebody else has locked stands the lock instead of the facts', () => {
  files(file({}, { locked: true, locked_by_name: 'Ana', locked_at: 1_764_100_000 }));
  expect(screen.getByText(/^Locked by Ana since /).className).toContain('facts');
  expect(screen.queryByText(/9 B/)).toBeNull();
});

it('marks are chips with a shield, and what has no room is named by the last', () => {
  const marks = ['Internal', 'Embargo', 'Board'].map((security_mark_key, at) => ({
    security_mark_id: at + 1,
    security_mark_key,
  }));
  const { container } = files(file({}, { marks }));
  const shields = [...container.querySelectorAll('[data-mark]')].map((chip) => chip.textContent);
  expect(shields).toEqual(['Internal', 'Embargo']);
  expect(screen.getByTitle('Internal, Embargo, Board').textContent).toBe('+1');
});
