import { MantineProvider } from '@mantine/core';
import { QueryClient } from '@tanstack/react-query';
import { act, render, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { startI18n } from '../../../platform/i18n/i18n';
import type { ActionContext } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { Entry } from '../queries';
import { entryActions } from './entry-actions';
import { noteRenamed, useLatelyRenamed } from './lately-renamed';
import { runOnSelection } from './offered';
import { removeAllOrAsk, removeOrAsk } from './removal-actions';

const server = startServer();

function entry(node_id: number, over: Partial<Entry> = {}): Entry {
  return {
    ...{ node_id, parent_id: 5, node_type: 'file', entry_type: 'text', name: `${node_id}.txt`, size: 1 },
    ...{ modified_at: 0, locked: false, role: 'writer', marks: [], item_count: null, mime_type: null },
    preview: noPreview,
    ...over,
  };
}

const held = { locked: true, locked_by_name: 'Ana', locked_at: 1_764_100_000 };
const acts = new Map([['remove', 2400]]);
const whole = { parentId: 5, except: [], asOf: 1, count: 2400, bytes: 1, loaded: false, acts };

/** What is removed, and the questions about it. */
async function removing() {
  await startI18n();
  await loadActionTexts();
  const bodies: unknown[] = [];
  server.use(
    http.post('http://vitrine.test/api/app/4/selection/remove', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ count: 2400, bg_action: { bg_action_id: 'a' } });
    }),
  );
  vi.spyOn(notify, 'goesOn').mockImplementation(() => undefined);
  const open = vi.fn((show: (close: () => void) => ReactNode) => {
    render(<MantineProvider env="test">{show(vi.fn())}</MantineProvider>);
  });
  const context = { appId: 4, client: new QueryClient(), open, whole } as unknown as ActionContext;
  return { bodies, open, context, person: userEvent.setup() };
}

it('everything in a folder is removed after a question, where others have locked some of what is loaded', async () => {
  const { bodies, context, person } = await removing();
  const [remove] = entryActions.filter(({ key }) => key === 'remove');
  if (remove) runOnSelection(remove, [entry(8), entry(9, held)], context);
  const question = within(await screen.findByRole('dialog', { name: 'Remove 2,400 entries?' }));
  expect(question.getByText(/^9\.txt: Locked by Ana since (?!.*more).+\.$/)).toBeTruthy();
  expect(question.getByText(/^They may be working on it\..+when it comes back\.$/)).toBeTruthy();
  expect(bodies).toEqual([]);
  await person.click(question.getByRole('button', { name: 'Remove them anyway' }));
  await vi.waitFor(() => expect(bodies).toEqual([{ parent_id: 5, except: [], as_of: 1 }]));
});

it('where nothing of it is locked, it is removed at once', async () => {
  const { bodies, open, context } = await removing();
  removeAllOrAsk(whole, context, [entry(8), entry(9)]);
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  expect(open).not.toHaveBeenCalled();
});

it.each([
  [2, /^8\.txt: Locked by Ana since .+\. One more is locked\.$/],
  [3, /^8\.txt: Locked by Ana since .+\. 2 more are locked\.$/],
])('of %i that are locked, one is named and the others are counted', async (count, words) => {
  const { context } = await removing();
  const locked = [8, 9, 10].slice(0, count).map((id) => entry(id, held));
  removeOrAsk([entry(7), ...locked], context);
  const question = within(await screen.findByRole('dialog', { name: `Remove ${count + 1} entries?` }));
  expect(question.getByText(words)).toBeTruthy();
  expect(question.getByText(/^Others may be working on these entries\./)).toBeTruthy();
});

it('what was renamed before is not followed by lists any more', async () => {
  const { bodies, context } = await removing();
  const { result } = renderHook(() => useLatelyRenamed());
  for (const remove of [() => removeAllOrAsk(whole, context, []), () => removeOrAsk([entry(8), entry(9)], context)]) {
    act(() => noteRenamed(8));
    expect(result.current?.nodeId).toBe(8);
    act(remove);
    expect(result.current).toBeNull();
  }
  await vi.waitFor(() => expect(bodies).toHaveLength(2));
});
