import type { Chosen } from './dropped-files';
import { type StartCalls, type Started, startUpload } from './start-upload';
import { createFolder, createGroup, endInterrupted, findFolder, takenNames } from './upload-calls';
import type { UploadTarget } from './uploads-context';
// Fetched with this, so that an upload that has begun does not wait for it without a connection.
import './sending';

/**
 * Begins an upload with the server's calls. `own` are the background actions of this page's uploads. It is loaded with
 * the first upload, separate from the page.
 */
export function beginUpload(
  target: UploadTarget,
  chosen: Chosen,
  ask: StartCalls['ask'],
  own: ReadonlySet<string>,
): Promise<Started> {
  const { appId } = target;
  return startUpload(target, chosen, {
    takenNames: (folderId, names) => takenNames(appId, folderId, names, own),
    endInterrupted,
    findFolder: (parentId, name) => findFolder(appId, parentId, name),
    createFolder: (parentId, name) => createFolder(appId, parentId, name),
    createGroup: (folderId, title, files) => createGroup(appId, folderId, title, files),
    ask,
    now: () => Math.floor(Date.now() / 1000),
  });
}
