import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../platform/api/client';
import { newUpload } from '../../platform/uploads/new-upload';
import { uploadGroupsQuery } from '../../platform/uploads/upload-groups-query';
import { useUploads } from '../../platform/uploads/uploads-context';
import { cancelOnServer } from './background-actions';
import type { Failure, UploadGroup } from './upload-groups';

export interface UploadAnswers {
  fileOf: (upload: Pick<Failure, 'uploadId'>) => File | null;
  /** Sends it again, by this name, with this file if the page has not got it. */
  send: (group: UploadGroup, failure: Failure, name: string, chosen?: File) => Promise<void>;
  leaveOut: (group: UploadGroup, failure: Failure) => Promise<void>;
  leaveAllOut: (group: UploadGroup) => Promise<void>;
  cancel: (group: UploadGroup) => Promise<void>;
  putAway: () => void;
}

export function useUploadAnswers(): UploadAnswers {
  const { uploads } = useUploads();
  const client = useQueryClient();
  return useMemo(() => {
    const pathOf = ({ appId, id }: UploadGroup) => ({ application_instance_id: appId, bg_group_id: id });
    const renew = ({ appId }: UploadGroup) => client.invalidateQueries({ queryKey: uploadGroupsQuery(appId).queryKey });
    const answer = async (group: UploadGroup, { id }: Failure, again: boolean) => {
      if (id === null) return;
      await api.DELETE('/api/app/{application_instance_id}/upload/group/{bg_group_id}/failure/{upload_failure_id}', {
        params: { path: { ...pathOf(group), upload_failure_id: id }, query: { again } },
      });
      await renew(group);
    };
    return {
      fileOf: ({ uploadId }) => (uploadId === null ? null : uploads.fileOf(uploadId)),
      send: async (group, failure, name, chosen) => {
        await answer(group, failure, true);
        const known = failure.uploadId;
        if (chosen) {
          const replaces = known === null ? undefined : uploads.snapshot().uploads.get(known)?.replaces;
          if (known !== null) uploads.cancel([known]);
          const { id: groupId, title: groupTitle, appId } = group;
          const begun = {
            ...{ groupId, groupTitle, appId, parentId: failure.folderId, name, size: chosen.size },
            ...(replaces !== undefined && { replaces }),
          };
          uploads.add([{ upload: newUpload({ ...begun, createdAt: Math.floor(Date.now() / 1000) }), file: chosen }]);
        } else if (known !== null) {
          if (name === failure.name) uploads.retry([known]);
          else uploads.uploadAs(known, name);
        }
      },
      leaveOut: async (group, failure) => {
        if (failure.uploadId !== null) uploads.cancel([failure.uploadId]);
        await answer(group, failure, false);
      },
      leaveAllOut: async (group) => {
        uploads.cancel(group.failures.flatMap(({ uploadId }) => uploadId ?? []));
        if (group.active > 0) for (const failure of group.failures) await answer(group, failure, false);
        else
          await api.DELETE('/api/app/{application_instance_id}/upload/group/{bg_group_id}', {
            params: { path: pathOf(group) },
          });
        await renew(group);
      },
      cancel: async (group) => {
        const own = [...uploads.snapshot().uploads.values()].filter((one) => one.groupId === group.id);
        const action = group.actionId ?? own.find(({ ticket }) => ticket !== null)?.ticket?.bgActionId;
        uploads.cancel(own.map(({ id }) => id));
        if (action !== undefined) await cancelOnServer(action);
      },
      putAway: uploads.clear,
    };
  }, [uploads, client]);
}
