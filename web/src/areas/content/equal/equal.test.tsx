import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { EqualFile, Group } from './equal-queries';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const hash = 'a'.repeat(64);

afterEach(cleanup);

function file(node_id: number, name: string, folder: string): EqualFile {
  return {
    ...{ node_id, name, node_type: 'file', entry_type: 'text', parent_id: 5, role: 'writer', locked: false, marks: [] },
    ...{ item_count: null, size: 2000, mime_type: 'text/plain', modified_at: 1_700_000_000, preview: noPreview },
    ...{ path: `Photos / ${folder}`, places: [{ node_id: 5, name: folder }], similar: false },
  } as EqualFile;
}

const files = [file(8, 'plan.txt', 'Spring'), file(9, 'plan.txt', 'Summer'), file(10, 'copy.txt', 'Autumn')];
let groups: Group[];
let removed: unknown[];

beforeEach(() => {
  groups = [{ hash, count: 3, size: 2000, wasted: 4000, first: file(8, 'plan.txt', 'Spring') }];
  removed = [];
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/entry/3`, () => HttpResponse.json({ ...file(3, 'Photos', ''), node_type: 'repository' })),
    http.get(`${at}/equal/repository/3`, () => HttpResponse.json({ items: groups, next: null })),
    http.get(`${at}/equal/repository/3/${hash}`, () => HttpResponse.json({ items: files, next: null })),
    http.post(`${at}/selection/remove`, async ({ request }) => {
      removed.push(await request.json());
      return HttpResponse.json({ bg_action: { bg_action_id: 'r' }, count: 2 }, { status: 202 });
    }),
  );
});

it('all files of one content but the oldest are selected at once, and removed', async () => {
  const { person } = await openPage('/content/4/duplicates/3');
  const list = await screen.findByRole('list', { name: 'Find duplicates' });
  expect(within(list).getByText(/^3 files of 2 KB each · 3.9 KB can be freed/)).toBeTruthy();
  await person.click(within(list).getByRole('button', { name: 'Show the files like plan.txt' }));
  const members = await screen.findByRole('list', { name: 'Files with the content of plan.txt' });
  const boxes = () => within(members).getAllByRole<HTMLInputElement>('checkbox');
  await person.click(screen.getByRole('button', { name: 'Select all but the oldest' }));
  expect(boxes().map(({ checked }) => checked)).toEqual([false, true, true]);
  const bar = screen.getByRole('region', { name: 'Selection' });
  expect(within(bar).getByRole('status').textContent).toContain('2 selected · 3.9\u00a0KB');
  await person.click(within(bar).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(removed).toEqual([{ node_ids: [9, 10] }]));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
});

it('a repository without equal files says so', async () => {
  groups = [];
  await openPage('/content/4/duplicates/3');
  expect(await screen.findByText('No two files have the same content')).toBeTruthy();
});
