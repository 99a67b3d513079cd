import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from './api.ts';
import { newMaster } from './empty-server.ts';
import { password } from './people.ts';
import { commanded, served } from './served.ts';

export type TwoServers = {
  /** Where the page comes from. */
  page: string;
  /** Where its content instance lives: another site to a browser. */
  elsewhere: string;
  appId: number;
  /** The manager's, at the page's server. */
  api: Api;
  stop: () => Promise<void>;
};

type Instance = {
  application_instance_id: number;
  application_instance_title: string;
  application_id: number;
  config: string | null;
};

/** As the master does on the screen of the instances. */
async function moveInstance(url: string, data: string, appId: number, accessUrl: string): Promise<void> {
  const email = 'root@vitrine.example';
  const first = newMaster(data, email);
  const due = await Api.signInWith(url, email, first);
  const chosen = { password: first, new_password: 'varanda sextante 41 nuvem' };
  await due.ask('POST', '/api/core/auth/reset_password', chosen);
  const master = await Api.signInWith(url, email, chosen.new_password);
  const path = '/api/core/application_instance';
  const { items } = await master.ask<{ items: Instance[] }>('GET', `${path}?limit=200`);
  const instance = items.find((one) => one.application_instance_id === appId);
  if (instance === undefined) throw new Error('the master does not see the instance');
  const { application_instance_title, application_id, config } = instance;
  const form = { application_instance_title, application_id, config, access_url: accessUrl };
  await master.ask('PUT', `${path}/${appId}`, form);
}

/** The demonstration's organisation behind two servers on one folder; the second is called by another name. */
export async function twoServers(): Promise<TwoServers> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-two-'));
  commanded(['seed', '--data', data, '--password', password]);
  const own = await served(data);
  const other = await served(data, { VITRINE_ALLOWED_ORIGINS: own.url });
  const elsewhere = other.url.replace('127.0.0.1', 'localhost');
  const api = await Api.signIn(own.url, 'manager');
  const appId = await api.contentApp();
  await moveInstance(own.url, data, appId, `${elsewhere}/api/app/${appId}`);
  const stop = async () => {
    await Promise.all([own.stop(), other.stop()]);
    rmSync(data, { recursive: true, force: true });
  };
  return { page: own.url, elsewhere, appId, api, stop };
}
