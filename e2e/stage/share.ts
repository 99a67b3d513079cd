import { expect } from '@playwright/test';
import { Api } from './api.ts';
import type { Sample } from './files.ts';
import type { Person } from './people.ts';

type NewLink = {
  label?: string;
  password?: string;
  download_limit?: number;
  may_download?: boolean;
  originals?: boolean;
  sizes?: 'none' | 'presets' | 'any';
};
type Link = { link_id: number; url: string };

/** What somebody shares: a folder of their own with these files, made without a page. */
export class Share {
  readonly api: Api;
  readonly appId: number;
  readonly folder: number;
  readonly name: string;

  private constructor(api: Api, appId: number, folder: { id: number; name: string }) {
    this.api = api;
    this.appId = appId;
    this.folder = folder.id;
    this.name = folder.name;
  }

  static async begin(url: string, sessions: Map<Person, Api>): Promise<Share> {
    const api = sessions.get('admin') ?? (await Api.signIn(url, 'admin'));
    sessions.set('admin', api);
    const appId = await api.contentApp();
    return new Share(api, appId, await api.freshFolder(appId));
  }

  /** Stores files, and waits until nothing waits for its picture any more. */
  async store(folder: number, ...files: Sample[]): Promise<number[]> {
    const ids: number[] = [];
    for (const file of files) ids.push(await this.api.store(this.appId, folder, file));
    const waiting = async () => {
      const entries = await this.api.list(this.appId, folder);
      return entries.filter(({ preview }) => preview.status === 'generating_preview').length;
    };
    // Pictures of the demonstration are drawn first.
    await expect.poll(waiting, { timeout: 240_000 }).toBe(0);
    return ids;
  }

  /** The address of a new link, as a path of the server. */
  async link(nodeIds: readonly number[], terms: NewLink = {}): Promise<Link> {
    const link = await this.api.ask<Link>('POST', `/api/app/${this.appId}/link`, { node_ids: nodeIds, ...terms });
    return { ...link, url: new URL(link.url).pathname };
  }

  async revoke({ link_id }: Link): Promise<void> {
    const answer = await this.api.call('DELETE', `/api/app/${this.appId}/link/${link_id}`);
    expect(answer.status).toBe(204);
  }
}
