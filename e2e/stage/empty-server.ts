import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commanded, served } from './served.ts';

export type EmptyServer = {
  url: string;
  data: string;
  /** The only account, with the password that its maker was told. */
  master: { email: string; password: string };
  stop: () => Promise<void>;
};

/** Creates a master as an operator does, and returns the password that must be changed at the first sign-in. */
export function newMaster(data: string, email: string, more: Readonly<Record<string, string>> = {}): string {
  const said = commanded(['user', 'create', email, '--name', 'Rita Root', '--master', '--data', data], more);
  const password = /The password is (\S+)/.exec(said)?.[1];
  if (password === undefined) throw new Error(`no password in: ${said}`);
  return password;
}

/** A server with nothing but the master that its operator created at the command line. */
export async function emptyServer(): Promise<EmptyServer> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-empty-'));
  const email = 'root@vitrine.example';
  const password = newMaster(data, email);
  const server = await served(data);
  const stop = async () => {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  };
  return { url: server.url, data, master: { email, password }, stop };
}
