import { fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

type Detail = Schema<'EntryDetail'>;

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

function entry(node_id: number, name: string, over: Partial<Detail> = {}): Detail {
  return {
    ...{ node_id, name, role: 'writer', parent_id: 5, node_type: 'file', entry_type: null, size: 1024 },
    ...{ modified_at: 0, created_at: 0, created_by: null, taken_at: null, locked: false, marks: [], item_count: null },
    ...{ hash: null, pages: null, repository_id: 2, tenant_id: 1, preview_reason: null, properties: {} },
    ...{ mime_type: null, open_comments: 0, asks_first: false, preview: noPreview },
    ...over,
  };
}

const lock = { locked: true, locked_by_name: 'Ana', locked_at: 1_764_100_000 };
const files = [entry(8, 'Free.txt'), entry(9, 'Held.txt', lock)];

/** A folder with a free and a locked file is open, as a list. */
async function opened(search = '') {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: files, total: 2, next: null })),
    http.get(`${at}/actions/node/9`, () => HttpResponse.json({ items: [{ action_key: 'remove' }] })),
    ...[entry(5, 'Office', { node_type: 'folder' }), ...files].map((one) =>
      http.get(`${at}/entry/${one.node_id}`, () => HttpResponse.json(one)),
    ),
  );
  return openPage(`/content/4/navigation/5${search}`);
}

function sizeOf(this: HTMLElement): number {
  return this.className.includes('scroller') ? 600 : 0;
}

// Lists draw what fits into them, and the test document has no sizes.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(sizeOf);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(sizeOf);
  localStorage.setItem('navigationViewMode', 'list');
});

const RULE = /others can neither open nor download it/;

it('a row says who has locked it before anything is tried, and its menu what waits', async () => {
  await opened();
  const row = await screen.findByRole('row', { name: /Held/ });
  expect(within(row).getByText(/^Locked by Ana since /)).toBeTruthy();
  fireEvent.contextMenu(row);
  const menu = await screen.findByRole('menu');
  expect(await within(menu).findByText(RULE)).toBeTruthy();
  const download = within(menu).getByRole('menuitem', { name: 'Download', hidden: true });
  expect(download.getAttribute('aria-disabled')).toBe('true');
  expect(
    within(menu)
      .getByRole('menuitem', { name: /Remove/, hidden: true })
      .getAttribute('aria-disabled'),
  ).toBeNull();
});

it('Enter and a key of an action say why nothing happens', async () => {
  const { person } = await opened();
  await person.click(await screen.findByRole('row', { name: /Held/ }));
  await person.keyboard('{Enter}');
  expect(await screen.findByText(/^Held\.txt: Locked by Ana since .+others can neither/)).toBeTruthy();
});

it('the panel of a locked file explains the lock, and has nothing else of it', async () => {
  const { person } = await opened();
  await person.click(await screen.findByRole('row', { name: /Free/ }));
  await person.keyboard('i');
  await screen.findByRole('tab', { name: 'Information' });
  await person.click(screen.getByRole('row', { name: /Held/ }));
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(await panel.findByText(RULE)).toBeTruthy();
  expect(panel.queryByRole('tab', { name: 'Information' })).toBeNull();
});

it('the address of a locked file tells of the lock instead of an unknown file', async () => {
  await opened('?show=9');
  expect(await screen.findByText(/^Held\.txt: Locked by Ana since /)).toBeTruthy();
});

it('what somebody else has locked is removed only after a question that names them', async () => {
  const { person } = await opened();
  const removed: string[] = [];
  server.use(
    http.delete(`${at}/entry/:node`, ({ params }) => {
      removed.push(String(params['node']));
      return HttpResponse.json({ bg_action_id: 'a' });
    }),
  );
  await person.click(await screen.findByRole('row', { name: /Held/ }));
  await person.keyboard('{Delete}');
  const question = within(await screen.findByRole('dialog', { name: 'Remove Held.txt?' }));
  expect(question.getByText(/^Locked by Ana since /)).toBeTruthy();
  expect(removed).toEqual([]);
  await person.click(question.getByRole('button', { name: 'Remove it anyway' }));
  await vi.waitFor(() => expect(removed).toEqual(['9']));
  await person.click(screen.getByRole('row', { name: /Free/ }));
  await person.keyboard('{Delete}');
  await vi.waitFor(() => expect(removed).toEqual(['9', '8']));
});
