/**
 * The address that an answer names, at the server that gave the answer. Addresses in answers begin as the server believes
 * to be reached, which behind a proxy need not be how this page reaches it.
 */
export function atAnswerer(address: string, response: Pick<Response, 'url'>): URL {
  const answerer = new URL(response.url || location.origin, location.origin);
  const { pathname, search } = new URL(address, answerer);
  return new URL(pathname + search, answerer.origin);
}
