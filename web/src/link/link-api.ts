import { basePath } from '../platform/base-path';
import type { EntryPage, Link } from './answers';

/**
 * Why a call has failed. `ended`: there is no such link (any more), or its password was not entered; `refused`: the
 * password is wrong, or the link gives no files away; `impossible`: what is wanted cannot be made; `slowed`: too many
 * calls; `unreachable`: no connection, or a server that is not well.
 */
export type Trouble = 'ended' | 'refused' | 'impossible' | 'slowed' | 'unreachable';

export class LinkError extends Error {
  readonly trouble: Trouble;
  /** Of a slowed one: when it may try again. */
  readonly seconds: number;

  constructor(trouble: Trouble, seconds = 0) {
    super(trouble);
    this.trouble = trouble;
    this.seconds = seconds;
  }
}

export function troubleOf(error: unknown): Trouble {
  return error instanceof LinkError ? error.trouble : 'unreachable';
}

/** What the addresses of calls begin with. */
export function linkRoot(): string {
  const token = location.pathname.slice(basePath.length).match(/^\/l\/([^/]+)/)?.[1] ?? '';
  return `${basePath}/api/link/${token}`;
}

const SLOWED_SECONDS = 30;

function failure({ status, headers }: Response): LinkError {
  if (status === 403) return new LinkError('refused');
  if (status === 404) return new LinkError('ended');
  if (status === 409 || status === 422) return new LinkError('impossible');
  if (status === 429) return new LinkError('slowed', Number(headers.get('retry-after')) || SLOWED_SECONDS);
  return new LinkError('unreachable');
}

export async function call(address: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, { ...init, credentials: 'same-origin' }).catch(() => null);
  if (answer === null) throw new LinkError('unreachable');
  if (!answer.ok) throw failure(answer);
  return answer;
}

export async function read<Answer>(address: string): Promise<Answer> {
  return (await call(address)).json();
}

export function findLink(): Promise<Link> {
  return read(linkRoot());
}

/** A page of a folder, or of what is shared itself. */
export function listEntries(folder: number | null, cursor: string | null): Promise<EntryPage> {
  return read(`${linkRoot()}/entries${queryOf({ folder, cursor })}`);
}

/** Opens the link for this browser; a wrong password is a `refused` error. */
export async function openLink(password: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await call(`${linkRoot()}/open`, { method: 'POST', headers, body: JSON.stringify({ password }) });
}

/** The first bytes of a file. */
export async function readBytes(nodeId: number, most: number): Promise<ArrayBuffer> {
  const answer = await call(contentUrl(nodeId), { headers: { range: `bytes=0-${most - 1}` } });
  return await answer.arrayBuffer();
}

export function contentUrl(nodeId: number): string {
  return `${linkRoot()}/content/${nodeId}`;
}

export function downloadUrl(nodeId: number): string {
  return `${contentUrl(nodeId)}?download=true`;
}

export function pictureUrl(nodeId: number, size: number): string {
  return `${linkRoot()}/picture/${nodeId}?size=${size}`;
}

/** One ZIP file with a folder, or with everything. */
export function archiveUrl(folder: number | null): string {
  return `${linkRoot()}/archive${queryOf({ folder })}`;
}

/** One ZIP file with some entries. */
export function chosenUrl(nodeIds: readonly number[]): string {
  return `${linkRoot()}/archive?node_ids=${nodeIds.join(',')}`;
}

function queryOf(values: Readonly<Record<string, string | number | null>>): string {
  const said = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return said.length > 0 ? `?${said.join('&')}` : '';
}

const ownLogo = /\/api\/link\/\w+\/logo\?v=\w+$/;

/** The logo's address, which begins as the server believes to be reached; this page may reach it by another name. */
export function logoUrl(address: string): string {
  const own = ownLogo.exec(address);
  return own === null ? address : `${basePath}${own[0]}`;
}
