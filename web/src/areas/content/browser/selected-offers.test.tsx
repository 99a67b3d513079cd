import { IconDownload } from '@tabler/icons-react';
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ActionContext } from '../../../platform/registry/actions';
import type { Entry } from '../queries';
import { selectedOffers } from '../search/palette-offers';
import type { BrowserKeysProps } from './use-browser-keys';
import { useSelectedOffers } from './use-selected-offers';

const download = vi.fn();
vi.mock('../../../platform/registry/registry', () => ({
  useRegistry: () => {
    const one = { act: null, icon: IconDownload, fits: (some: unknown[]) => some.length > 0 };
    const named = (key: string, shortcut: string) => ({ ...one, key, shortcut, label: () => key });
    return {
      entryActions: [
        { ...named('download', 'D'), run: download },
        { ...named('cut', 'X'), keyOnly: true },
      ],
    };
  },
}));

const files = [1, 2].map((node_id) => ({ node_id, name: `${node_id}.jpg`, role: 'reader' }) as Entry);

it('the palette offers what can be done with the selection, and nothing once the list is gone', () => {
  const context = { whole: null } as unknown as ActionContext;
  const props = (selected: readonly Entry[]) => ({ selected, waits: false, context }) as BrowserKeysProps;
  const { rerender, unmount } = renderHook(useSelectedOffers, { initialProps: props(files) });
  const { count, offers } = selectedOffers();
  expect([count, offers.map(({ label, keys }) => [label, keys])]).toEqual([2, [['download', 'D']]]);
  offers[0]?.run();
  expect(download).toHaveBeenCalledExactlyOnceWith(files, context);
  rerender(props([]));
  expect(selectedOffers()).toEqual({ count: 0, offers: [] });
  rerender(props(files));
  unmount();
  expect(selectedOffers().offers).toEqual([]);
});
