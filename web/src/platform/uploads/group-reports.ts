import { api } from '../api/client';
import { shownInPlace } from '../api/shown-in-place';
import { gather } from '../live/gather';
import type { Upload } from './upload-queue';

/** At most this many failures are told in one call. */
const AT_ONCE = 1000;

type Report = { kind: 'failed' | 'ended'; upload: Upload };

/** Tells the server what became of a group's files; what it cannot be told, its page still shows. */
export function groupReports() {
  const report = gather<Report>((reports) => {
    for (const [groupId, of] of byGroup(reports)) void tell(groupId, of);
  });
  return {
    failed: (upload: Upload) => report({ kind: 'failed', upload }),
    ended: (upload: Upload) => report({ kind: 'ended', upload }),
  };
}

async function tell(groupId: string, reports: readonly Report[]): Promise<void> {
  const failed = reports.filter(({ kind }) => kind === 'failed').map(({ upload }) => upload);
  const appId = reports[0]?.upload.appId ?? 0;
  const path = { application_instance_id: appId, bg_group_id: groupId };
  for (let at = 0; at < failed.length; at += AT_ONCE) {
    await api.POST('/api/app/{application_instance_id}/upload/group/{bg_group_id}/failure', {
      params: { path },
      body: { failures: failed.slice(at, at + AT_ONCE).map(failureOf) },
      headers: shownInPlace,
    });
  }
  if (!reports.some(({ kind }) => kind === 'ended')) return;
  await api.POST('/api/app/{application_instance_id}/upload/group/{bg_group_id}/end', {
    params: { path },
    headers: shownInPlace,
  });
}

function failureOf({ parentId, name, size, reason }: Upload) {
  return { folder_id: parentId, name, size, reason: reason ?? 'other' } as const;
}

function byGroup(reports: readonly Report[]): Map<string, Report[]> {
  const groups = new Map<string, Report[]>();
  for (const report of reports) {
    const known = groups.get(report.upload.groupId);
    if (known) known.push(report);
    else groups.set(report.upload.groupId, [report]);
  }
  return groups;
}
