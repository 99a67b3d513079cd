import { useEffect, useEffectEvent } from 'react';
import { type BrowserKeysProps, useBrowserKeys } from './use-browser-keys';
import { useSelectedOffers } from './use-selected-offers';

/** The keyboard of a list, and what the palette offers of it, in a file of its own. */
export function BrowserKeys({ there, ...props }: BrowserKeysProps & { there: () => void }) {
  useBrowserKeys(props);
  useSelectedOffers(props);
  const isThere = useEffectEvent(there);
  useEffect(() => isThere(), []);
  return null;
}
