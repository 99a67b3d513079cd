import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

const folder = (node_id: number, name: string) => ({
  ...{ node_id, name, role: 'reader', parent_id: null, node_type: 'folder', entry_type: 'folder', size: null },
  ...{ mime_type: null, modified_at: 0, created_at: 0, created_by: null, taken_at: null, locked: false },
  ...{ marks: [], item_count: null, hash: null, pages: null, repository_id: 2, tenant_id: 1 },
  ...{ preview_reason: null, properties: {}, preview: noPreview },
});

/** Opens a path; what comes back are the orders that its lists are asked for in. */
async function opened(path: string) {
  const orders: (string | null)[] = [];
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/entry/list/:id`, ({ request }) => {
      orders.push(new URL(request.url).searchParams.get('order'));
      return HttpResponse.json({ items: [folder(7, 'Prints')], total: 1, next: null });
    }),
    http.get(`${at}/entry/5`, () => HttpResponse.json(folder(5, 'Office'))),
    http.get(`${at}/entry/6`, () => HttpResponse.json(folder(6, 'Studio'))),
  );
  return { ...(await openPage(path)), orders };
}

beforeEach(() => localStorage.setItem('navigationViewMode', 'list'));

it('a folder comes back in the order that was chosen for it, and an address has its own', async () => {
  const { person, router, orders } = await opened('/content/4/navigation/5');
  await waitFor(() => expect(orders).toEqual(['name']));
  await person.click(await screen.findByRole('button', { name: 'Name' }));
  await waitFor(() => expect(orders.at(-1)).toBe('-name'));
  await router.navigate({ to: '/content/$appId/navigation/$parentId', params: { appId: 4, parentId: 6 } });
  await waitFor(() => expect(orders.at(-1)).toBe('name'));
  const again = await opened('/content/4/navigation/5');
  await waitFor(() => expect(again.orders.at(-1)).toBe('-name'));
  const linked = await opened('/content/4/navigation/5?order=modified_at');
  await waitFor(() => expect(linked.orders.at(-1)).toBe('modified_at'));
});
