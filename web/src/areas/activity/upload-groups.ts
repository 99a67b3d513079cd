import type { Schema } from '../../platform/api/client';
import { bytesPerSecond, secondsLeft } from '../../platform/uploads/upload-pace';
import { type FailureReason, isActive, type Queue, type Upload } from '../../platform/uploads/upload-queue';

type ServerGroup = Schema<'UploadGroup'>;
/** As events have it: without the failures, if these are the known ones. */
type ChangedGroup = Omit<ServerGroup, 'failures'> & { failures?: ServerGroup['failures'] };

/** A file that did not arrive, and waits for an answer. */
export interface Failure {
  key: string;
  /** The server's; null until it has noted the failure. */
  id: number | null;
  folderId: number;
  name: string;
  size: number;
  reason: FailureReason;
  /** The upload of this page that has its bytes. */
  uploadId: string | null;
}

/** An upload of several files as the tray shows it, from this page or another one. */
export interface UploadGroup {
  id: string;
  /** The background action of all of it; null until the server has told it. */
  actionId: string | null;
  appId: number;
  title: string;
  folderId: number;
  /** Where its files are: the folder that all of them came in, as far as this page knows it. */
  opensId: number;
  files: number;
  done: number;
  failures: readonly Failure[];
  /** All that failed, also what is not listed. */
  failed: number;
  /** How many of this page's are on their way. */
  active: number;
  reconnecting: boolean;
  /** 0 to 1, of all its files. */
  progress: number;
  sent: number;
  size: number;
  speed: number | null;
  secondsLeft: number | null;
  /** This page's that have arrived, the latest first. */
  arrived: readonly Upload[];
}

/** What the tray shows: what this page sends or has sent, and what waits for an answer, newest first. */
export function uploadGroups(server: readonly ServerGroup[], queue: Queue): UploadGroup[] {
  const known = new Map(server.map((group) => [group.bg_group_id, group]));
  const local = new Map<string, Upload[]>();
  for (const upload of queue.uploads.values()) {
    const others = local.get(upload.groupId);
    if (others) others.push(upload);
    else local.set(upload.groupId, [upload]);
  }
  const ids = new Set([...[...local.keys()].reverse(), ...known.keys()]);
  return [...ids]
    .map((id) => merged(id, known.get(id), local.get(id) ?? [], queue))
    .filter((group) => group.active > 0 || group.failures.length > 0 || group.arrived.length > 0);
}

function merged(id: string, server: ServerGroup | undefined, local: readonly Upload[], queue: Queue): UploadGroup {
  const [first] = local;
  const arrived = local.filter(({ state }) => state === 'done');
  const active = local.filter(isActive);
  const failures = failuresOf(server, local);
  const failed = Math.max(server?.failed ?? 0, failures.length);
  const done = Math.max(server?.done ?? 0, arrived.length);
  const files = Math.max(server?.files ?? local.length, done + failed);
  const folderId = server?.folder_id ?? first?.parentId ?? 0;
  const pace = queue.paces.get(id) ?? [];
  const sizes = active.reduce((sum, { size }) => sum + size, 0);
  const sent = active.reduce((sum, one) => sum + one.sent, 0);
  const parts = active.reduce((sum, { percent }) => sum + percent / 100, 0);
  return {
    id,
    actionId: server?.bg_action_id ?? null,
    appId: server?.application_instance_id ?? first?.appId ?? 0,
    title: server?.title ?? first?.groupTitle ?? '',
    folderId,
    opensId: local.find((one) => one.groupFolderId !== undefined)?.groupFolderId ?? folderId,
    files,
    done,
    failures,
    failed,
    active: active.length,
    reconnecting: active.some(({ state }) => state === 'reconnecting'),
    progress: files === 0 ? 1 : Math.min(1, (done + parts) / files),
    sent: arrived.reduce((sum, { size }) => sum + size, sent),
    size: arrived.reduce((sum, { size }) => sum + size, sizes),
    speed: active.length > 0 ? bytesPerSecond(pace) : null,
    secondsLeft: active.length > 0 ? secondsLeft(pace, sizes - sent) : null,
    arrived: arrived.toReversed(),
  };
}

/** The server's list, and what this page has not told it yet. A group without failures was answered elsewhere. */
function failuresOf(server: ServerGroup | undefined, local: readonly Upload[]): Failure[] {
  if (server?.ended && server.failed === 0) return [];
  const mine = new Map(local.map((upload) => [keyOf(upload.parentId, upload.name), upload]));
  const listed = (server?.failures ?? []).map((one): Failure => {
    const key = keyOf(one.folder_id, one.name);
    const { upload_failure_id: id, folder_id: folderId, name, size, reason } = one;
    return { key, id, folderId, name, size, reason, uploadId: mine.get(key)?.id ?? null };
  });
  const keys = new Set(listed.map(({ key }) => key));
  const untold = local.flatMap((upload): Failure[] => {
    const key = keyOf(upload.parentId, upload.name);
    if (upload.state !== 'failed' || keys.has(key)) return [];
    const { parentId: folderId, name, size, id: uploadId } = upload;
    return [{ key, id: null, folderId, name, size, reason: upload.reason ?? 'other', uploadId }];
  });
  const running = new Set(local.filter(isActive).map(({ parentId, name }) => keyOf(parentId, name)));
  return [...listed.filter(({ key }) => !running.has(key)), ...untold];
}

function keyOf(folderId: number, name: string): string {
  return `${folderId}/${name}`;
}

/** The changed group in its place, or first as the newest. */
export function withGroup(known: readonly ServerGroup[], changed: ChangedGroup): ServerGroup[] {
  const at = known.findIndex((one) => one.bg_group_id === changed.bg_group_id);
  const group = { ...changed, failures: changed.failures ?? known[at]?.failures ?? [] };
  return at < 0 ? [group, ...known] : known.with(at, group);
}
