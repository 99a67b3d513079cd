/** The path that people reach the page by, without a slash at its end: '' at the root, '/dam' where a proxy puts it there. */
export const basePath: string = said().replace(/\/+$/, '');

function said(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '/';
}

/** A path of this server, as the browser has to ask for it. What names another place stays as it is. */
export function atBase(path: string): string {
  return path.startsWith('/') && !path.startsWith('//') ? `${basePath}${path}` : path;
}
