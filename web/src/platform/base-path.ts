/** The path that people reach the page by, without a slash at its end: '' at the root, '/dam' where a proxy puts it there. */
export const basePath: string = said().replace(/\/+$/, '');

function said(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '/';
}

const pictures = /\/api\/core\/(?:users\/\d+\/avatar|theme\/\d+\/logo)\?v=[0-9a-f]+$/;

/**
 * Where the page loads a picture from that an answer names. One that the server keeps is named by an address that begins
 * as the server believes to be reached, which need not be how this page reaches it.
 */
export function pictureAt(address: string): string {
  return atBase(pictures.exec(address)?.[0] ?? address);
}

/** A path of this server, as the browser has to ask for it. What names another place stays as it is. */
export function atBase(path: string): string {
  return path.startsWith('/') && !path.startsWith('//') ? `${basePath}${path}` : path;
}
