import { api } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { answered } from '../queries';

const PATH = '/api/app/{application_instance_id}/actions/node/custom-icon/{node_id}';

const paramsOf = (appId: number, nodeId: number) => ({
  path: { application_instance_id: appId, node_id: nodeId },
});

/** Gives an entry this picture as its icon; returns its version. An error is thrown, for the dialog to show. */
export async function sendIcon(appId: number, nodeId: number, picture: Blob): Promise<string> {
  const form = new FormData();
  form.append('file', picture, 'icon');
  const { icon } = answered(
    await api.POST(PATH, {
      params: paramsOf(appId, nodeId),
      // The API document says bytes; openapi-typescript has no type for them.
      body: form as never,
      bodySerializer: (body) => body,
      headers: shownInPlace,
    }),
  );
  return icon;
}

/** False if the server refused, which the banner has shown. */
export async function deleteIcon(appId: number, nodeId: number): Promise<boolean> {
  const { response } = await api.DELETE(PATH, { params: paramsOf(appId, nodeId) });
  return response.ok;
}

/** The icon that an entry has, to give it back; null if it cannot be read. */
export async function fetchIcon(appId: number, nodeId: number): Promise<Blob | null> {
  const { data } = await api.GET('/api/app/{application_instance_id}/rendition/icon/{node_id}', {
    params: { ...paramsOf(appId, nodeId), query: { size: 384 } },
    parseAs: 'blob',
    headers: shownInPlace,
  });
  return data ?? null;
}
