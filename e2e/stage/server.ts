import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announced } from './announced.ts';
import { password } from './people.ts';
import { program } from './program.ts';

/**
 * Before the journeys: draws the demonstration's organisation into a fresh folder and serves it. Each journey works in
 * a folder of its own, so that one server is enough. After them the server is ended, by its process id.
 */
export default async function serve(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-journeys-'));
  const env = { ...process.env, VITRINE_LOG: 'warn', VITRINE_NEAR_HOSTS: '127.0.0.1' };
  execFileSync(program, ['seed', '--data', data, '--password', password], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  const child = spawn(program, ['serve', '--data', data, '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  process.env.JOURNEYS_URL = await announced(child);
  process.env.JOURNEYS_DATA = data;
  return async () => {
    if (child.exitCode !== null) throw new Error(`The server ended by itself with ${child.exitCode}.`);
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(data, { recursive: true, force: true });
  };
}
