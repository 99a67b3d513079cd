import { api } from '../../../platform/api/client';

/** Has the server take an action back, in the background; false if it refused, which the banner has shown. */
export async function takeBack(appId: number, bgActionId: string): Promise<boolean> {
  const { data } = await api.POST('/api/app/{application_instance_id}/selection/undo/{bg_action_id}', {
    params: { path: { application_instance_id: appId, bg_action_id: bgActionId } },
  });
  return data !== undefined;
}
