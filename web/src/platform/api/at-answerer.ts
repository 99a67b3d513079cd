/**
 * An address from an answer, at the server that gave the answer. The server writes addresses as it believes to be
 * reached, which behind a proxy may differ from how this page reaches it.
 */
export function atAnswerer(address: string, response: Pick<Response, 'url'>): URL {
  const answerer = new URL(response.url || location.origin, location.origin);
  const { pathname, search } = new URL(address, answerer);
  return new URL(pathname + search, answerer.origin);
}
