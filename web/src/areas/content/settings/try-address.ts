import { api } from '../../../platform/api/client';

/** What became of trying an address. */
export type Outcome = 'reached' | 'not_reached' | 'not_allowed' | 'failed';

const waitsMs = 10_000;

/**
 * The beginning of addresses at what is typed, an address or a host, if its host is one of these origins; null if it has
 * no effect.
 */
export function baseOf(typed: string, origins: readonly string[]): string | null {
  const candidates = typed.includes('://') ? [typed] : [`https://${typed}`, `http://${typed}`];
  const allowed = candidates.find((one) => URL.canParse(one) && origins.includes(new URL(one).origin));
  return allowed?.replace(/\/+$/, '') ?? null;
}

/**
 * Asks below the address what only this installation can answer. The browser asks, as it will ask for files: what is
 * typed makes no server ask its own network.
 */
export async function tryAddress(appId: number, typed: string): Promise<Outcome> {
  const { data } = await api
    .GET('/api/app/{application_instance_id}/reach/fileserver', {
      params: { path: { application_instance_id: appId } },
    })
    .catch(() => ({ data: undefined }));
  if (data === undefined) return 'failed';
  const base = baseOf(typed, data.origins);
  if (base === null || data.path === null) return 'not_allowed';
  try {
    const signal = AbortSignal.timeout(waitsMs);
    const answer = await fetch(base + data.path, { credentials: 'omit', cache: 'no-store', redirect: 'error', signal });
    const said: unknown = answer.ok ? await answer.json() : null;
    const isOurs = typeof said === 'object' && said !== null && 'answer' in said && said.answer === data.answer;
    return isOurs ? 'reached' : 'not_reached';
  } catch {
    return 'not_reached';
  }
}
