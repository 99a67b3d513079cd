import createFetchClient from 'openapi-fetch';
import createQueryClient from 'openapi-react-query';
import { basePath } from '../base-path';
import type { components, paths } from './schema';

/** Names of the server's schemas: `Schema<'Entry'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

const timeoutMs = 600_000;
const baseUrl = location.origin + basePath;

function fetchWithTimeout(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  return globalThis.fetch(new Request(request, { signal }));
}

/** For the calls of the session itself, which must not wait for a renewal. */
export const bareApi = createFetchClient<paths>({ baseUrl, fetch: fetchWithTimeout });

/**
 * The client for all calls of the page. Paths are the document's own, so an application's id is in its query keys:
 * `api.GET('/api/app/{application_instance_id}/repository', { params: { path: { application_instance_id } } })`.
 */
export const api = createFetchClient<paths>({ baseUrl, fetch: fetchWithTimeout });

/** The same calls as query and mutation hooks; errors are the server's problems (`error.message`, `error.code`). */
export const query = createQueryClient(api);
