import { atAnswerer } from '../../../platform/api/at-answerer';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { saveFile } from '../entry/save-file';
import { answered } from '../queries';

export type PicturesForm = Schema<'PicturesForm'>;
export type Prepared = Schema<'PreparedPictures'>;

const PAUSE_MS = 1000;

const show = (appId: number, bg_action_id: string, more: { headers?: Record<string, string>; signal?: AbortSignal }) =>
  api.GET('/api/app/{application_instance_id}/rendition/archive/{bg_action_id}', {
    params: { path: { application_instance_id: appId, bg_action_id } },
    ...more,
  });

/** Has pictures made; the id of the background action. */
export async function prepare(appId: number, body: PicturesForm): Promise<string> {
  const call = api.POST('/api/app/{application_instance_id}/rendition/archive', {
    params: { path: { application_instance_id: appId } },
    body,
    headers: shownInPlace,
  });
  return answered(await call).bg_action_id;
}

/** Waits until all is made, and lets the browser save the archive. `tell` hears how far it is. */
export async function saveOnceReady(
  appId: number,
  actionId: string,
  tell: (state: Prepared) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const answer = await show(appId, actionId, { headers: shownInPlace, signal });
    const state = answered(answer);
    tell(state);
    if (state.link !== null) return saveFile(atAnswerer(state.link, answer.response), state.name);
    await pause(signal);
  }
}

/** Lets the browser save an archive whose pictures are made. */
export async function savePrepared(appId: number, actionId: string): Promise<void> {
  const answer = await show(appId, actionId, {});
  const { link, name } = answered(answer);
  if (link !== null) await saveFile(atAnswerer(link, answer.response), name);
}

/** Nothing of it is kept. */
export async function cancelPreparing(bg_action_id: string): Promise<void> {
  await api.POST('/api/core/background-action/{bg_action_id}/cancel', {
    params: { path: { bg_action_id } },
    headers: shownInPlace,
  });
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
