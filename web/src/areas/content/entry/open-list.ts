import { createContext, use } from 'react';
import type { Entry } from '../queries';

/** The list behind a dialog, as it is now: it may grow while the dialog is open. */
export interface OpenList {
  entries: readonly Entry[];
  loadMore: () => void;
}

export const OpenListContext = createContext<OpenList>({ entries: [], loadMore: () => undefined });

export function useOpenList(): OpenList {
  return use(OpenListContext);
}
