import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { PropsWithChildren } from 'react';
import { beforeAll, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import type { Schema } from '../../platform/api/client';
import { queryClient } from '../../platform/api/query-client';
import { startI18n } from '../../platform/i18n/i18n';
import { loadTrayTexts } from '../../platform/i18n/tray-texts';
import { backgroundActionsQuery } from '../../platform/live/background-actions-query';
import { notify } from '../../platform/ui/notify';
import { UploadsContext } from '../../platform/uploads/uploads-context';
import { startServer } from '../../testing/server';
import { type BgAction, fromServer } from './background-actions';
import { useActionHandlers } from './use-actions';

const server = startServer();
const { queryKey } = backgroundActionsQuery();
let told: MockInstance<typeof notify.error>;

beforeAll(async () => {
  await startI18n();
  await loadTrayTexts();
});
beforeEach(() => {
  queryClient.clear();
  told = vi.spyOn(notify, 'error').mockImplementation(() => undefined);
});

const uploads = { snapshot: () => ({ uploads: new Map() }), cancel: vi.fn(), clear: vi.fn() };

function wrapper({ children }: PropsWithChildren) {
  return (
    <QueryClientProvider client={queryClient}>
      <UploadsContext value={{ uploads, startUpload: vi.fn() } as never}>{children}</UploadsContext>
    </QueryClientProvider>
  );
}

const upload = (bg_action_id: string) =>
  ({ bg_action_id, bg_group_id: 'g', type: 'upload', status: 'in_progress', progress: 10 }) as BgAction;

/** Cancels two actions that are listed. */
async function cancelBoth() {
  const items = [upload('a'), upload('b')];
  queryClient.setQueryData(queryKey, { items, total: 2 } as Schema<'BgActionList'>);
  const { result } = renderHook(() => useActionHandlers(), { wrapper });
  const ended = await result.current.cancel(items.map(fromServer));
  const left = queryClient
    .getQueryData<Schema<'BgActionList'>>(queryKey)
    ?.items.map(({ bg_action_id }) => bg_action_id);
  return { ended, left };
}

const cancelling = (id: string, answer: () => Response) =>
  http.post(`http://vitrine.test/api/core/background-action/${id}/cancel`, answer);
const done = () => new HttpResponse(null, { status: 204 });
const problem = (status: number) => () => HttpResponse.json({ status, code: 'x', message: 'x' }, { status });

it.each([404, 409])('what is cancelled leaves the list, and so does what answers %i: it had ended', async (status) => {
  server.use(cancelling('a', done), cancelling('b', problem(status)));
  expect(await cancelBoth()).toEqual({ ended: true, left: [] });
  expect(told).not.toHaveBeenCalled();
});

it.each<[string, () => Response]>([
  ['has no connection', () => HttpResponse.error()],
  ['has failed', problem(500)],
])('what could not be cancelled because the server %s stays in the list, and that is said', async (_, answer) => {
  server.use(cancelling('a', answer), cancelling('b', done));
  expect(await cancelBoth()).toEqual({ ended: false, left: ['a'] });
  expect(told).toHaveBeenCalledWith('The server could not end it. Try again.');
});
