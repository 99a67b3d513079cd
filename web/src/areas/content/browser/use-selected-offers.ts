import { createElement, useEffect, useRef } from 'react';
import { useRegistry } from '../../../platform/registry/registry';
import { offeredForSelection, runOnSelection } from '../entry/offered';
import { offerSelected } from '../search/palette-offers';
import type { BrowserKeysProps } from './use-browser-keys';

/** While something is selected, the palette offers what can be done with it. */
export function useSelectedOffers({ selected, waits, context }: BrowserKeysProps): void {
  const { entryActions } = useRegistry();
  const latest = useRef({ selected, waits, context, entryActions });
  useEffect(() => {
    latest.current = { selected, waits, context, entryActions };
  });
  useEffect(
    () =>
      offerSelected(() => {
        const { selected: entries, context: of, ...now } = latest.current;
        if (now.waits || entries.length === 0) return { count: 0, offers: [] };
        const shown = offeredForSelection(now.entryActions, entries, of).filter(({ keyOnly }) => !keyOnly);
        const offers = shown.map((action) => ({
          id: action.key,
          label: action.label(entries),
          icon: createElement(action.icon, { size: 20, stroke: 1.7 }),
          ...(action.shortcut !== null && { keys: action.shortcut }),
          run: () => runOnSelection(action, entries, of),
        }));
        return { count: of.whole?.count ?? entries.length, offers };
      }),
    [],
  );
}
