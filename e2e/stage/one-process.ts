import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { announced } from './announced.ts';
import { program } from './program.ts';

export type Environment = Readonly<Record<string, string>>;

export type Served = {
  url: string;
  /** The processes of the program. */
  pids: readonly number[];
  stop: () => Promise<void>;
};

export const environment = (more: Environment) => ({ ...process.env, VITRINE_LOG: 'warn', ...more });

/** One process on this folder and a free port, or this one. It is ended by its process id, and must not end by itself. */
export async function oneProcess(data: string, more: Environment = {}, port = 0): Promise<Served> {
  const child = spawn(program, ['serve', '--data', data, '--listen', `127.0.0.1:${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(more),
  });
  const url = await announced(child);
  const stop = async () => {
    if (child.exitCode !== null) throw new Error(`The server ended by itself with ${child.exitCode}.`);
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url, pids: child.pid === undefined ? [] : [child.pid], stop };
}
