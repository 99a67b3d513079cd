import { setTimeout as wait } from 'node:timers/promises';
import { Api } from './api.ts';
import { bucket, type ObjectStore, objectStore } from './object-store.ts';

type Repositories = {
  items: { repository_id: number; tenant_id: number; file_server_id: number; moving: { state: string } | null }[];
};

/** Moves the repositories of this admin's organisation into the store. */
async function moveInto(store: ObjectStore, url: string, person: 'admin' | 'stranger'): Promise<void> {
  const api = await Api.signIn(url, person);
  const app = `/api/app/${await api.contentApp()}`;
  const list = async () => (await api.ask<Repositories>('GET', `${app}/repository/admin`)).items;
  const repositories = await list();
  const tenants = [...new Set(repositories.map(({ tenant_id }) => tenant_id))];
  const { file_server_id } = await api.ask<{ file_server_id: number }>('POST', `${app}/fileserver`, {
    ...{ label: 'The bucket of all processes', type: 's3', url: store.url, tenant_ids: tenants, prefix: person },
    ...{ region: bucket.region, bucket: bucket.name, access_key: bucket.key, secret_key: bucket.secret },
  });
  for (const { repository_id } of repositories)
    await api.ask('POST', `${app}/repository/${repository_id}/move`, { file_server_id });
  for (;;) {
    const now = await list();
    if (now.every((one) => one.file_server_id === file_server_id && one.moving?.state === 'clearing')) break;
    if (now.some((one) => one.moving?.state === 'failed'))
      throw new Error('A repository does not move into the bucket.');
    await wait(200);
  }
  // Journeys begin without background actions.
  await api.call('DELETE', '/api/core/background-action');
}

/** A store with all repositories of the demonstration, as an installation of several processes has it. */
export async function inBucket(url: string): Promise<ObjectStore> {
  const store = await objectStore();
  await moveInto(store, url, 'admin');
  await moveInto(store, url, 'stranger');
  return store;
}
