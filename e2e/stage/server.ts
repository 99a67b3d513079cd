import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { password } from './people.ts';
import { program } from './program.ts';

export type Server = { url: string; stop: () => Promise<void> };

/** The address that the server prints once it listens, on a port that the system chose. */
async function announced(child: ChildProcess, log: string): Promise<string> {
  if (child.stdout === null) throw new Error('the server has an output');
  for await (const line of createInterface(child.stdout)) {
    const url = /Vitrine is at (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The server ended with ${child.exitCode} before it listened; see ${log}`);
}

/** A server of one's own on a freshly drawn organisation, ended by its process id. */
export async function startServer(name: string): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-journeys-'));
  mkdirSync('test-results', { recursive: true });
  const log = join('test-results', `server-${name}.log`);
  execFileSync(program, ['seed', '--data', data, '--password', password], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, VITRINE_LOG: 'warn' },
  });
  const child = spawn(program, ['serve', '--data', data, '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr?.pipe(createWriteStream(log));
  const url = await announced(child, log);
  child.stdout?.resume();
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null) throw new Error(`The server ended by itself with ${child.exitCode}; see ${log}`);
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(data, { recursive: true, force: true });
    },
  };
}
