import { useEffect, useEffectEvent } from 'react';
import { type BrowserKeysProps, useBrowserKeys } from './use-browser-keys';

/** The keyboard of a list, in a file of its own. */
export function BrowserKeys({ there, ...props }: BrowserKeysProps & { there: () => void }) {
  useBrowserKeys(props);
  const isThere = useEffectEvent(there);
  useEffect(() => isThere(), []);
  return null;
}
