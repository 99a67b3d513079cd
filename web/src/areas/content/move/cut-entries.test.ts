import { beforeEach, expect, it, vi } from 'vitest';
import type { WholeSelection } from '../../../platform/registry/actions';
import type { Entry } from '../queries';
import { endCut, isCut, keepEntries, keptIn } from './cut-entries';
import type { Way } from './moved-entries';

const entry = (node_id: number, parent_id = 7) => ({ node_id, parent_id }) as Entry;
const whole = (over: Partial<WholeSelection> = {}): WholeSelection => ({
  ...{ parentId: 7, except: [9], asOf: 1, count: 5000, bytes: 0, loaded: false, acts: new Map() },
  ...over,
});

function keep(way: Way, entries: readonly Entry[], of: WholeSelection | null = null): void {
  keepEntries({ appId: 4, moved: { entries, whole: of }, way });
}

beforeEach(() => keepEntries(null));

it('what is cut is so until it is pasted, and what is copied never is', () => {
  keep('move', [entry(1), entry(2)]);
  expect([1, 2, 3].map((id) => isCut(4, entry(id)))).toEqual([true, true, false]);
  expect(isCut(5, entry(1)), 'of another library').toBe(false);
  keepEntries(null);
  expect(isCut(4, entry(1))).toBe(false);
  keep('copy', [entry(1)]);
  expect(isCut(4, entry(1))).toBe(false);
});

it('of a folder that is cut as a whole all entries are, but its exceptions', () => {
  keep('move', [], whole());
  expect([entry(8), entry(9), entry(8, 6)].map((one) => isCut(4, one))).toEqual([true, false, false]);
  keep('move', [], whole({ filter: { types: 'image' } }));
  expect(isCut(4, entry(8))).toBe(false);
});

it('the end of a cut keeps what was copied', () => {
  keep('move', [entry(1)]);
  endCut();
  expect(keptIn(4)).toBeNull();
  keep('copy', [entry(1)]);
  endCut();
  expect(keptIn(4)?.way).toBe('copy');
});

it('cards hear of it', async () => {
  const { renderHook, act } = await import('@testing-library/react');
  const { useIsCut } = await import('./cut-entries');
  const seen = vi.fn();
  renderHook(() => seen(useIsCut(4, entry(1))));
  act(() => keep('move', [entry(1)]));
  act(() => endCut());
  expect(seen.mock.calls.flat()).toEqual([false, true, false]);
});
