import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { announced } from './announced.ts';

/** What the store knows (platform/blobs/src/testing/object_server.rs). */
export const bucket = { name: 'library', region: 'eu-test-1', key: 'an-access-key', secret: 'the-secret-of-the-store' };

/** Built with the tests of the server. */
const program = join(
  process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('../../target', import.meta.url)),
  'debug/examples/object_server',
);

export type ObjectStore = { url: string; host: string; stop: () => Promise<void> };

/** An S3 store on a free port, which checks signatures. It ends with its input. */
export async function objectStore(): Promise<ObjectStore> {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = await announced(child);
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { url, host: new URL(url).host, stop };
}
