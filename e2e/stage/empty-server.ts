import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announced } from './announced.ts';
import { program } from './program.ts';

export type EmptyServer = {
  url: string;
  data: string;
  /** The one account there is, with the password that its maker was told. */
  master: { email: string; password: string };
  stop: () => Promise<void>;
};

/** A server with nothing in it but the master that its operator has made at the command line. */
export async function emptyServer(): Promise<EmptyServer> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-empty-'));
  const env = { ...process.env, VITRINE_LOG: 'warn' };
  const email = 'root@vitrine.example';
  const create = ['user', 'create', email, '--name', 'Rita Root', '--master', '--data', data];
  const said = execFileSync(program, create, { encoding: 'utf8', env });
  const password = /The password is (\S+)/.exec(said)?.[1];
  if (password === undefined) throw new Error(`no password in: ${said}`);
  const child = spawn(program, ['serve', '--data', data, '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const url = await announced(child);
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(data, { recursive: true, force: true });
  };
  return { url, data, master: { email, password }, stop };
}
