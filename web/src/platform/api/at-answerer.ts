/** Where an answer says that bytes are: at another host if it says so, or else at the server that gave the answer. */
export function byteAddress(address: string, elsewhere: boolean, response: Pick<Response, 'url'>): URL {
  return elsewhere ? new URL(address) : atAnswerer(address, response);
}

/**
 * An address from an answer, at the server that gave the answer. The server writes addresses as it believes to be
 * reached, which behind a proxy may differ from how this page reaches it.
 */
export function atAnswerer(address: string, response: Pick<Response, 'url'>): URL {
  const answerer = new URL(response.url || location.origin, location.origin);
  const { pathname, search } = new URL(address, answerer);
  return new URL(pathname + search, answerer.origin);
}
