/** The path of the page's address, without a slash at its end: '' at the root, '/dam' if a proxy puts it there. */
export const basePath: string = said().replace(/\/+$/, '');

function said(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '/';
}

const pictures = /\/api\/core\/(?:users\/\d+\/avatar|theme\/\d+\/logo|front\/logo)\?(?:host=[^&]+&)?v=[0-9a-f]+$/;

/**
 * The address of a picture from an answer. For a picture of the server, the address begins as the server believes to be
 * reached, which may differ from how this page reaches it.
 */
export function pictureAt(address: string): string {
  return atBase(pictures.exec(address)?.[0] ?? address);
}

/** A path of this server as the browser must request it. Other addresses stay unchanged. */
export function atBase(path: string): string {
  return path.startsWith('/') && !path.startsWith('//') ? `${basePath}${path}` : path;
}
