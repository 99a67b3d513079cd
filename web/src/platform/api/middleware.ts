import type { Middleware } from 'openapi-fetch';
import { type RenewalRefused, renewIfNearExpiry } from '../session/renewal';
import { sessionStore } from '../session/session-store';
import { atAccessUrl } from './access-url';
import { reached, toldByBar } from './connection';
import { isProblem, type Problem } from './problem';
import { isShownInPlace, takeMark } from './shown-in-place';

/** What the middleware needs from the page; wired once, in `app/`. */
export type Reactions = {
  language: () => string;
  /** The access url of an application instance, null when it is not known. */
  accessUrl: (appId: number) => string | null;
  /** The renewal was refused: show why, sign out, go to /login. */
  renewalFailed: (message: string) => void;
  /** 401 while signed in. */
  sessionLost: (message: string) => void;
  /** 403: go to `/` with the message in the banner. */
  forbidden: (message: string) => void;
  /** Any other message. */
  banner: (message: string) => void;
  /** What somebody did failed, and the answer does not say why: a proxy's page, or nothing. */
  failed: () => void;
};

async function problemOf(response: Response): Promise<Problem | null> {
  if (!response.headers.get('content-type')?.includes('json')) return null;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return isProblem(body) ? body : null;
}

async function react(request: Request, response: Response, reactions: Reactions): Promise<void> {
  if (response.ok) return;
  const problem = await problemOf(response);
  const message = problem?.message ?? '';
  if (response.status === 401 && sessionStore.get() !== null) return reactions.sessionLost(message);
  if (isShownInPlace(request)) return;
  if (response.status === 403) return reactions.forbidden(message);
  if (message !== '') return reactions.banner(message);
  // What cannot be read says so where it would be shown, after it was asked for again.
  if (request.method !== 'GET') reactions.failed();
}

/** With its body read: the body of a new request would be a stream, which browsers only send over HTTP/2. */
async function sentElsewhere(asked: Request, url: string): Promise<Request> {
  const { method, headers, signal } = asked;
  return new Request(url, { method, headers, signal, body: asked.body && (await asked.arrayBuffer()) });
}

export function sessionMiddleware(reactions: Reactions): Middleware {
  return {
    async onRequest({ request: asked }) {
      const url = atAccessUrl(asked.url, reactions.accessUrl);
      const request = url === asked.url ? asked : await sentElsewhere(asked, url);
      takeMark(request);
      request.headers.set('accept-language', reactions.language());
      await renewIfNearExpiry().catch((error: RenewalRefused) => {
        reactions.renewalFailed(error.message);
        throw error;
      });
      const session = sessionStore.get();
      if (session !== null) request.headers.set('authorization', `Bearer ${session.token}`);
      return request;
    },
    async onResponse({ request, response }) {
      reached();
      await react(request, response, reactions);
    },
    onError({ error }) {
      if (error instanceof TypeError) toldByBar(error);
    },
  };
}
