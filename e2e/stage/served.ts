import { execFileSync } from 'node:child_process';
import { type Environment, environment, oneProcess, type Served } from './one-process.ts';
import { inDatabase, ofProcesses, twoProcesses } from './processes.ts';
import { program } from './program.ts';

export type { Served } from './one-process.ts';

/** The output of a command of the program. */
export function commanded(words: readonly string[], more: Environment = {}): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const [, data] = words.slice(words.indexOf('--data'));
  const env = environment(ofProcesses && data !== undefined ? inDatabase(data, more) : more);
  return execFileSync(program, words, { encoding: 'utf8', stdio: [...stdio], env });
}

/** The installation in this folder at a free port, or this one: a process, or several behind a balancer. */
export async function served(data: string, more: Environment = {}, port = 0): Promise<Served> {
  return ofProcesses ? await twoProcesses(data, inDatabase(data, more), port) : await oneProcess(data, more, port);
}
