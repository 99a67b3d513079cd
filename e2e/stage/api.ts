import { randomUUID } from 'node:crypto';
import type { Sample } from './files.ts';
import { type Person, password, people } from './people.ts';

type Entry = { node_id: number; name: string; node_type: string; preview: { status: string } };
type Items<T> = { items: T[] };

/** A person's API client, for preparing a journey and checking its results. */
export class Api {
  readonly url: string;
  readonly token: string;
  /** The byte cookie, as the server set it. */
  readonly cookie: string;

  private constructor(url: string, token: string, cookie: string) {
    this.url = url;
    this.token = token;
    this.cookie = cookie;
  }

  static async signIn(url: string, person: Person): Promise<Api> {
    return await Api.signInWith(url, people[person], password);
  }

  static async signInWith(url: string, email: string, password: string): Promise<Api> {
    const answer = await fetch(`${url}/api/core/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status} ${await answer.text()}`);
    const { token } = (await answer.json()) as { token: string };
    return new Api(url, token, answer.headers.getSetCookie().join('; '));
  }

  async call(method: string, path: string, body?: unknown): Promise<Response> {
    return await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** The first content application that this person has. */
  async contentApp(): Promise<number> {
    type App = { application_instance_id: number; application_key: string };
    const { items } = await this.ask<Items<App>>('GET', '/api/core/usergroup/application');
    const app = items.find((item) => item.application_key === 'content');
    if (app === undefined) throw new Error('this person has no content application');
    return app.application_instance_id;
  }

  /** A new folder in a repository that this person may write to, so that journeys do not disturb each other. */
  async freshFolder(appId: number): Promise<{ id: number; name: string }> {
    type Repository = { node_id: number; role: string | null };
    const { items } = await this.ask<Items<Repository>>('GET', `/api/app/${appId}/repository`);
    const writable = items.find((item) => item.role === 'writer' || item.role === 'manager');
    if (writable === undefined) throw new Error('this person may write nowhere');
    const name = `Journey ${randomUUID().slice(0, 8)}`;
    const body = { folder_parent_id: writable.node_id, name };
    const folder = await this.ask<Entry>('POST', `/api/app/${appId}/folder`, body);
    return { id: folder.node_id, name };
  }

  async makeFolder(appId: number, parent: number, name: string): Promise<number> {
    const body = { folder_parent_id: parent, name };
    return (await this.ask<Entry>('POST', `/api/app/${appId}/folder`, body)).node_id;
  }

  async store(appId: number, folder: number, { name, mimeType, buffer }: Sample): Promise<number> {
    const form = new FormData();
    form.set('folder_parent_id', String(folder));
    form.set('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${this.url}/api/app/${appId}/file`, { method: 'POST', headers, body: form });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as Entry).node_id;
  }

  async list(appId: number, folder: number): Promise<Entry[]> {
    const { items } = await this.ask<Items<Entry>>('GET', `/api/app/${appId}/entry/list/${folder}?limit=200`);
    return items;
  }
}
