import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { password } from './people.ts';
import { commanded, served } from './served.ts';

/**
 * Before the journeys: draws the demonstration's organisation into a new folder and serves it. Each journey works in a
 * folder of its own, so one server is enough. Afterwards the server is ended by its process id.
 */
export default async function serve(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-journeys-'));
  const near = { VITRINE_TRUSTED_HOSTS: '127.0.0.1' };
  commanded(['seed', '--data', data, '--password', password], near);
  const { url, stop } = await served(data, near);
  process.env.JOURNEYS_URL = url;
  process.env.JOURNEYS_DATA = data;
  return async () => {
    await stop();
    rmSync(data, { recursive: true, force: true });
  };
}
