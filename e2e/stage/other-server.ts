import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from './api.ts';
import { newMaster } from './empty-server.ts';
import { password } from './people.ts';
import { postgres } from './postgres.ts';
import { commanded, served } from './served.ts';

export type OtherServer = { home: string; url: string; appId: number; api: Api; stop: () => Promise<void> };

type Instance = {
  application_instance_id: number;
  application_instance_title: string;
  application_id: number;
  config: string | null;
};

async function newMasterAt(url: string, data: string, near: Readonly<Record<string, string>>): Promise<Api> {
  const email = 'root@vitrine.example';
  const first = newMaster(data, email, near);
  const due = await Api.signInWith(url, email, first);
  const chosen = { password: first, new_password: 'varanda sextante 41 nuvem' };
  await due.ask('POST', '/api/core/auth/reset_password', chosen);
  return await Api.signInWith(url, email, chosen.new_password);
}

/**
 * Two servers of one installation. Pages come from `home`; the content instance is on the other one, which these pages
 * may call and which browsers treat as another site.
 */
export async function otherServer(): Promise<OtherServer> {
  const database = await postgres();
  const data = mkdtempSync(join(tmpdir(), 'vitrine-two-'));
  const near = { VITRINE_DATABASE: database.url };
  commanded(['seed', '--data', data, '--password', password], near);
  const home = await served(data, near);
  const there = await served(data, { ...near, VITRINE_ALLOWED_ORIGINS: home.url });
  const url = there.url.replace('127.0.0.1', 'localhost');
  const api = await Api.signIn(home.url, 'manager');
  const appId = await api.contentApp();
  const master = await newMasterAt(home.url, data, near);
  const path = '/api/core/application_instance';
  const { items } = await master.ask<{ items: Instance[] }>('GET', `${path}?limit=200`);
  const instance = items.find((one) => one.application_instance_id === appId);
  if (instance === undefined) throw new Error('the master does not see the instance');
  const { application_instance_title, application_id, config } = instance;
  const access_url = `${url}/api/app/${appId}`;
  await master.ask('PUT', `${path}/${appId}`, { application_instance_title, application_id, config, access_url });
  return {
    home: home.url,
    url,
    appId,
    api,
    stop: async () => {
      await there.stop();
      await home.stop();
      await database.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
