import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inBucket } from './in-bucket.ts';
import { password } from './people.ts';
import { ofProcesses } from './processes.ts';
import { commanded, type Served, served } from './served.ts';

/** Draws the demonstration's organisation into a new folder and serves it. Afterwards the server is ended by its process id. */
export async function demonstration(): Promise<Served & { data: string }> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-journeys-'));
  const near = { VITRINE_TRUSTED_HOSTS: '127.0.0.1' };
  commanded(['seed', '--data', data, '--password', password], near);
  const { url, pids, stop } = await served(data, near);
  const store = ofProcesses ? await inBucket(url) : undefined;
  const end = async () => {
    await stop();
    await store?.stop();
    rmSync(data, { recursive: true, force: true });
  };
  return { url, pids, data, stop: end };
}
