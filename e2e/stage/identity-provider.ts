import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

type Person = { email: string; email_verified: boolean; name: string };

export type IdentityProvider = { issuer: string; clientId: string; clientSecret: string; stop: () => Promise<void> };

/**
 * A real OpenID Connect provider on a port of its own, with its own sign-in form: typing a name of `people` signs in as
 * that person.
 */
export async function startIdentityProvider(
  redirectUri: string,
  people: Readonly<Record<string, Person>>,
): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ['vitrine', 'a secret the two of them share'];
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    cookies: { keys: ['journeys only'] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people[sub] }),
    }),
  });
  server.on('request', provider.callback());
  return {
    issuer,
    clientId,
    clientSecret,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
