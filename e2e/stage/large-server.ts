import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from './api.ts';
import { password } from './people.ts';
import { commanded, served } from './served.ts';

export type LargeServer = {
  url: string;
  api: Api;
  appId: number;
  folder: number;
  path: string;
  stop: () => Promise<void>;
};

/** A server with the demonstration, and a folder of so many small files in it. */
export async function largeServer(files: number): Promise<LargeServer> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-large-'));
  commanded(['seed', '--data', data, '--password', password, '--nodes', String(files)]);
  const server = await served(data);
  const api = await Api.signIn(server.url, 'admin');
  const appId = await api.contentApp();
  type Hits = { items: { node_id: number; name: string }[] };
  const name = `Load test ${files}`;
  const { items } = await api.ask<Hits>('GET', `/api/app/${appId}/search?term=${encodeURIComponent(name)}`);
  const found = items.find((item) => item.name === name);
  if (found === undefined) throw new Error(`there is no folder ${name}`);
  const stop = async () => {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  };
  const folder = found.node_id;
  return { url: server.url, api, appId, folder, path: `${server.url}/content/${appId}/navigation/${folder}`, stop };
}
