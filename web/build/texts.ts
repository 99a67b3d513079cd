import { existsSync, globSync } from 'node:fs';

/** When an area's texts are loaded, as the names of their files say: with the page, or later with a part of it. */
const parts = [
  '',
  '-settings',
  '-log',
  '-viewer',
  '-search',
  '-actions',
  '-panel',
  '-account',
  '-tray',
  '-notices',
  '-home',
];

/** Pages of their own, whose texts the app does not load. */
const pages = ['link'];

const shared = (language: string, namespace: string) => `locales/${language}/${namespace}.json`;

/** The file of a namespace: `content_log` is `en-log.json` of the area, and what no area has is in `locales`. */
export function fileOf(language: string, namespace: string): string {
  const [, area, part = ''] = /^([a-z]+)(?:_(\w+))?$/.exec(namespace) ?? [];
  if (pages.includes(namespace)) return `src/${namespace}/locales/${language}.json`;
  const own = (of: string) => `src/areas/${area}/locales/${of}${part && `-${part}`}.json`;
  return existsSync(own('en')) ? own(language) : shared(language, namespace);
}

/** The namespace of a file of texts; undefined if nothing loads such a file. */
function namespaceOf(file: string): string | undefined {
  const [, area, part = ''] = /^src\/areas\/(\w+)\/locales\/[a-z]{2}(-\w+)?\.json$/.exec(file) ?? [];
  if (area !== undefined) return parts.includes(part) ? area + part.replace('-', '_') : undefined;
  return /^locales\/[a-z]{2}\/(\w+)\.json$/.exec(file)?.[1];
}

const files = globSync(['locales/*/*', 'src/areas/*/locales/*']);

/** Files that nothing loads, and those that hide behind another of the same namespace. */
export const unread = files.filter((file) => {
  const namespace = namespaceOf(file);
  return namespace === undefined || !['en', 'pt'].some((language) => fileOf(language, namespace) === file);
});

export const namespaces = [...new Set(files.flatMap((file) => namespaceOf(file) ?? []))].sort();

export const namespacesOfPages = pages;
