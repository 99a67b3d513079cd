/** A token like the server's; the page reads its claims and leaves the signature to the server. */
export function makeToken(claims: Record<string, unknown>): string {
  const part = (value: unknown) =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}

export function tokenLasting(seconds: number, usersId = 1): string {
  return makeToken({ sub: usersId, jti: 'session', exp: Math.floor(Date.now() / 1000) + seconds });
}
