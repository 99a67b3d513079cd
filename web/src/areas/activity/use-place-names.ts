import type { Action } from './action';
import type { PlaceNames } from './sentences';
import { useFolderName } from './use-folder-name';

/** The folder that actions are about, with its name and that of the one that their entries were in, where it is another. */
export function usePlaceNames(
  appId: number | null,
  actions: readonly Action[],
): PlaceNames & { folderId: number | null } {
  const folderId = actions.find((action) => action.parentId !== null)?.parentId ?? null;
  const fromId = actions[0]?.fromId ?? null;
  const isOne = fromId !== folderId && actions.every((action) => action.fromId === fromId);
  return { folderId, folder: useFolderName(appId, folderId), from: useFolderName(appId, isOne ? fromId : null) };
}
