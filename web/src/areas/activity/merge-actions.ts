import type { Queue, Upload, UploadState } from '../../platform/uploads/upload-queue';
import type { Action } from './action';

const STATUS_OF: Record<UploadState, string> = {
  waiting: 'waiting',
  preparing: 'in_progress',
  sending: 'in_progress',
  reconnecting: 'reconnecting',
  done: 'success',
  failed: 'error',
};

/** One list of the server's actions and this page's uploads; for an upload of this page, the page's state is used. */
export function mergeActions(server: readonly Action[], queue: Queue): Action[] {
  const serverById = new Map(server.map((one) => [one.id, one]));
  const local: Action[] = [];
  const announced = new Set<string>();
  for (const upload of queue.uploads.values()) {
    const id = upload.ticket?.bgActionId ?? upload.id;
    local.push(merged(fromUpload(upload), serverById.get(id)));
    serverById.delete(id);
    if (!upload.ticket) announced.add(placeOf(upload.groupId, upload.name));
  }
  // The socket may report an action before the prepare call has answered with its id.
  const others = [...serverById.values()].filter((one) => !announced.has(placeOf(one.groupId, one.title)));
  return [...local, ...others];
}

function placeOf(groupId: string, name: string): string {
  return `${groupId}/${name}`;
}

export function fromUpload(upload: Upload): Action {
  return {
    id: upload.ticket?.bgActionId ?? upload.id,
    groupId: upload.groupId,
    title: upload.name,
    text: upload.groupTitle,
    type: 'upload',
    icon: null,
    createdAt: upload.createdAt,
    progress: upload.percent,
    status: STATUS_OF[upload.state],
    nodeId: upload.ticket?.nodeId ?? null,
    parentId: upload.parentId,
    cancellable: upload.state !== 'done' && upload.state !== 'failed',
    local: {
      uploadId: upload.id,
      appId: upload.appId,
      retryable: upload.state === 'failed' && !upload.final,
      error: upload.error,
      sent: upload.sent,
      size: upload.size,
      secondsLeft: upload.pace?.secondsLeft ?? null,
    },
  };
}

/** Once stored, the server may know more: that its preview is being made, or that it failed after all. */
function merged(mine: Action, theirs: Action | undefined): Action {
  if (!theirs || mine.status !== 'success') return mine;
  return theirs.status === 'in_progress' ? mine : { ...mine, status: theirs.status };
}
