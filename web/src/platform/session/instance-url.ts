import { queryClient } from '../api/query-client';
import { atBase } from '../base-path';
import { accessUrlOf } from './account';

/** Where the calls of an application instance begin, for what the browser fetches by itself. */
export function instanceUrl(appId: number): string {
  return atBase(accessUrlOf(queryClient, appId)?.replace(/\/$/, '') ?? `/api/app/${appId}`);
}
