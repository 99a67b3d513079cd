import { byteAddress } from '../api/at-answerer';
import { api } from '../api/client';
import { isProblem } from '../api/problem';
import { shownInPlace } from '../api/shown-in-place';
import { ruleText } from '../i18n/rule-text';
import { Disconnected } from './disconnected';
import { nameKey } from './name-key';
import { passesWithTime, Refusal } from './refusal';
import type { Existing, Taken } from './start-upload';
import type { Ticket, Upload } from './upload-queue';

const NAMES_AT_ONCE = 1000;
const ENTRIES_AT_ONCE = 200;

/** Reserves the name and makes the staging entry. */
export async function prepareUpload(upload: Upload): Promise<Ticket> {
  const { data, error, response } = await api
    .POST('/api/app/{application_instance_id}/file/prepare', {
      params: { path: { application_instance_id: upload.appId } },
      body: {
        folder_parent_id: upload.parentId,
        filename: upload.name,
        size: upload.size,
        bg_group_id: upload.groupId,
        ...(upload.replaces !== undefined && { replaces: upload.replaces }),
      },
      headers: shownInPlace,
    })
    .catch(() => {
      throw new Disconnected('');
    });
  if (data === undefined) {
    const refusal = refusalIn(error);
    throw passesWithTime(refusal.status) ? new Disconnected(refusal.message) : refusal;
  }
  return {
    // The bytes go to the server that prepared the upload, which may be another than the page's own, or where it says.
    url: byteAddress(data.url, data.elsewhere, response).href,
    callback: data.callback,
    nodeId: data.node_id,
    parentExternalId: data.parent_external_id,
    name: data.name,
    bgActionId: data.bg_action_id,
  };
}

/**
 * The names that the folder already has, as keys (see nameKey), with the entries that have them. `own` are the
 * background actions of this page, which are not interrupted: they may wait for the connection.
 */
export async function takenNames(
  appId: number,
  folderId: number,
  names: readonly string[],
  own: ReadonlySet<string>,
): Promise<Taken> {
  const taken = new Map<string, Existing>();
  for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
    const { data, error } = await api.POST('/api/app/{application_instance_id}/entry/exists/{node_id}', {
      params: { path: { application_instance_id: appId, node_id: folderId } },
      body: { names: names.slice(at, at + NAMES_AT_ONCE) },
    });
    if (data === undefined) throw refusalIn(error);
    for (const entry of data.entries) {
      const { name, node_id: nodeId, bytes = null, modified_at: modifiedAt = null } = entry;
      const mayReplace = 'may_replace' in entry && entry.may_replace === true;
      const by = entry.interrupted_by ?? null;
      const interruptedBy = by === null || own.has(by) ? {} : { interruptedBy: by };
      taken.set(nameKey(name), { nodeId, bytes, modifiedAt, mayReplace, ...interruptedBy });
    }
  }
  return taken;
}

export async function createFolder(appId: number, parentId: number, name: string): Promise<number> {
  const { data, error } = await api.POST('/api/app/{application_instance_id}/folder', {
    params: { path: { application_instance_id: appId } },
    body: { folder_parent_id: parentId, name },
  });
  if (data === undefined) throw refusalIn(error);
  return data.node_id;
}

/** The id of an existing folder, looked up among the folders, which come first in the list. */
export async function findFolder(appId: number, parentId: number, name: string): Promise<number | null> {
  let after: string | null = null;
  do {
    const { data, error }: Awaited<ReturnType<typeof folderPage>> = await folderPage(appId, parentId, after);
    if (data === undefined) throw refusalIn(error);
    const found = data.items.find((entry) => entry.node_type === 'folder' && nameKey(entry.name) === nameKey(name));
    if (found) return found.node_id;
    if (data.items.some((entry) => entry.node_type === 'file')) return null;
    after = data.next;
  } while (after !== null);
  return null;
}

function folderPage(appId: number, parentId: number, after: string | null) {
  return api.GET('/api/app/{application_instance_id}/entry/list/{node_id}', {
    params: {
      path: { application_instance_id: appId, node_id: parentId },
      query: { limit: ENTRIES_AT_ONCE, order: 'name', ...(after !== null && { after }) },
    },
  });
}

/** Begins one upload of several files; its id. */
export async function createGroup(appId: number, folderId: number, title: string, files: number): Promise<string> {
  const { data, error } = await api.POST('/api/app/{application_instance_id}/upload/group', {
    params: { path: { application_instance_id: appId } },
    body: { folder_parent_id: folderId, title, files },
  });
  if (data === undefined) throw refusalIn(error);
  return data.bg_group_id;
}

/** Ends an interrupted upload, so that its names are free. Where that fails, the files are refused as they are sent. */
export async function endInterrupted(bgActionId: string): Promise<void> {
  await api.POST('/api/core/background-action/{bg_action_id}/cancel', {
    params: { path: { bg_action_id: bgActionId } },
    headers: shownInPlace,
  });
}

/** There is no form for the message of a field, so it becomes the message. */
function refusalIn(error: unknown): Refusal {
  if (!isProblem(error)) return new Refusal(500, '');
  const [complaint] = error.errors ?? [];
  return new Refusal(error.status, complaint ? ruleText(complaint.key, complaint.params ?? {}) : error.message);
}
