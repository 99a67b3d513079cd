import { Api } from './api.ts';
import { newMaster } from './empty-server.ts';
import { served } from './served.ts';

export type OtherServer = { url: string; appId: number; api: Api; stop: () => Promise<void> };

type Instance = {
  application_instance_id: number;
  application_instance_title: string;
  application_id: number;
  access_url: string;
  config: string | null;
};

async function newMasterAt(url: string, data: string): Promise<Api> {
  const email = `root.${process.pid}.${Date.now()}@vitrine.example`;
  const first = newMaster(data, email);
  const due = await Api.signInWith(url, email, first);
  const chosen = { password: first, new_password: 'varanda sextante 41 nuvem' };
  await due.ask('POST', '/api/core/auth/reset_password', chosen);
  return await Api.signInWith(url, email, chosen.new_password);
}

/**
 * A second server on the same folder, which pages of the first may call and which browsers take for another site. The
 * content instance lives there until it stops.
 */
export async function otherServer(server: { url: string; data: string }): Promise<OtherServer> {
  const { url: listens, stop } = await served(server.data, { VITRINE_ALLOWED_ORIGINS: server.url });
  const url = listens.replace('127.0.0.1', 'localhost');
  const api = await Api.signIn(server.url, 'manager');
  const appId = await api.contentApp();
  const master = await newMasterAt(server.url, server.data);
  const path = '/api/core/application_instance';
  const { items } = await master.ask<{ items: Instance[] }>('GET', `${path}?limit=200`);
  const instance = items.find((one) => one.application_instance_id === appId);
  if (instance === undefined) throw new Error('the master does not see the instance');
  const { application_instance_title, application_id, access_url, config } = instance;
  const move = async (to: string) => {
    await master.ask('PUT', `${path}/${appId}`, { application_instance_title, application_id, config, access_url: to });
  };
  await move(`${url}/api/app/${appId}`);
  return {
    url,
    appId,
    api,
    stop: async () => {
      await move(access_url);
      await stop();
    },
  };
}
