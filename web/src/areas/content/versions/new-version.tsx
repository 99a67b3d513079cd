import { queryClient } from '../../../platform/api/query-client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import type { ActionContext } from '../../../platform/registry/actions';
import type { Chosen } from '../../../platform/uploads/dropped-files';
import { ancestorsQuery, type Entry } from '../queries';
import { isOfOneType } from './ending';

/**
 * Uploads a chosen file as the new version of another. One of another type is asked about first: a version keeps the
 * name of its file, so it can only become a file of its own.
 */
export async function startVersion(
  { node_id: nodeId, name, parent_id: folderId }: Pick<Entry, 'node_id' | 'name' | 'parent_id'>,
  chosen: Chosen,
  { appId, open, startUpload }: Pick<ActionContext, 'appId' | 'open' | 'startUpload'>,
): Promise<void> {
  const file = chosen.files[0]?.file;
  if (folderId === null || file === undefined) return;
  // The question about names is not asked, so the folder needs no name.
  if (isOfOneType(name, file.name))
    return startUpload({ appId, nodeId: folderId, name, replaces: { nodeId, name } }, chosen);
  const [{ OtherTypeDialog }, folder] = await Promise.all([
    import('./OtherTypeDialog'),
    nameOfFolder(appId, nodeId),
    loadActionTexts(),
  ]);
  const upload = () => startUpload({ appId, nodeId: folderId, name: folder }, chosen);
  open((close) => <OtherTypeDialog name={name} chosen={file.name} upload={upload} close={close} />);
}

/** Empty if it is not known. */
async function nameOfFolder(appId: number, nodeId: number): Promise<string> {
  const ancestors = await queryClient.ensureQueryData(ancestorsQuery(appId, nodeId)).catch(() => null);
  return ancestors?.items.at(-1)?.name ?? '';
}
