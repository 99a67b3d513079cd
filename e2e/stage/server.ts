import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { program } from './program.ts';

export type Server = { url: string; stop: () => Promise<void> };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

async function isHealthy(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}

async function untilHealthy(url: string, child: ChildProcess, log: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}; see ${log}`);
    if (Date.now() > end) throw new Error(`The server did not become healthy in 30 s; see ${log}`);
    await pause(50);
  }
}

/** A server of one's own: a fresh copy of the seeded data, a free port, ended by its process id. */
export async function startServer(name: string): Promise<Server> {
  const home = process.env.VITRINE_JOURNEYS;
  if (home === undefined) throw new Error('the global set-up seeds first');
  const data = join(home, name);
  cpSync(join(home, 'seed'), data, { recursive: true });
  mkdirSync('test-results', { recursive: true });
  const log = join('test-results', `server-${name}.log`);
  const output = openSync(log, 'w');
  const port = await freePort();
  const child = spawn(program, ['serve', '--data', data, '--listen', `127.0.0.1:${port}`], {
    stdio: ['ignore', output, output],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, child, log);
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null) throw new Error(`The server ended by itself with ${child.exitCode}; see ${log}`);
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
