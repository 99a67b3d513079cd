import { call, linkRoot, read } from './link-api';

/** The sizes in which a link gives pictures away, and what is asked for when somebody wants one. */

export type Format = 'jpeg' | 'png' | 'webp';

export type Preset = { preset_id: number; name: string; width: number | null; height: number | null; format: Format };

/** A size of the organisation, or a format and the longest side. */
export type Size = { preset: number } | { format: Format; width: number; height: number };

export type Pictures = { pictures_id: string; total: number; made: number; failed: number; ready: boolean };

export async function listPresets(): Promise<Preset[]> {
  return (await read<{ items: Preset[] }>(`${linkRoot()}/presets`)).items;
}

export function convertedUrl(nodeId: number, size: Size): string {
  const query = new URLSearchParams(Object.entries(size).map(([name, value]) => [name, String(value)]));
  return `${linkRoot()}/converted/${nodeId}?${query}`;
}

/** Has the picture made. It is no download: the browser saves it afterwards, and would show no refusal. */
export async function make(url: string): Promise<void> {
  await call(url, { method: 'HEAD' });
}

export async function preparePictures(
  wanted: { folder: number | null; node_ids: readonly number[] | null } & Size,
): Promise<Pictures> {
  const headers = { 'content-type': 'application/json' };
  const answer = await call(`${linkRoot()}/pictures`, { method: 'POST', headers, body: JSON.stringify(wanted) });
  return answer.json();
}

export function findPictures(id: string): Promise<Pictures> {
  return read(`${linkRoot()}/pictures/${id}`);
}

export function picturesUrl(id: string): string {
  return `${linkRoot()}/pictures/${id}/archive`;
}
