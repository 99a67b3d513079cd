import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problem, tokenAnswer } from '../../testing/answers';
import { tokenLasting } from '../../testing/make-token';
import { startServer } from '../../testing/server';
import { sessionStore } from '../session/session-store';
import { api } from './client';
import { sessionMiddleware } from './middleware';
import { shownInPlace } from './shown-in-place';

const server = startServer();
const applications = 'http://vitrine.test/api/core/usergroup/application';
const renew = 'http://vitrine.test/api/core/auth/renew_token';

const reactions = {
  language: () => 'pt',
  accessUrl: (appId: number) => (appId === 8 ? 'http://vitrine.test/elsewhere/8' : null),
  renewalFailed: vi.fn(),
  sessionLost: vi.fn(),
  forbidden: vi.fn(),
  banner: vi.fn(),
  failed: vi.fn(),
};
api.use(sessionMiddleware(reactions));

const ask = (headers: Record<string, string> = {}) => api.GET('/api/core/usergroup/application', { headers });

beforeEach(() => {
  vi.clearAllMocks();
  sessionStore.clear();
});

describe('a call', () => {
  it('carries the token and the language', async () => {
    const token = tokenLasting(80_000);
    sessionStore.signIn(token);
    let seen = new Headers();
    server.use(
      http.get(applications, ({ request }) => {
        seen = request.headers;
        return HttpResponse.json({ items: [], total: 0 });
      }),
    );
    await ask();
    expect(seen.get('authorization')).toBe(`Bearer ${token}`);
    expect(seen.get('accept-language')).toBe('pt');
  });

  it('renews a token near its end first, once for calls at the same time', async () => {
    sessionStore.signIn(tokenLasting(20_000));
    const renewed = tokenLasting(86_400);
    let renewals = 0;
    const seen: (string | null)[] = [];
    server.use(
      http.post(renew, () => {
        renewals += 1;
        return tokenAnswer(renewed);
      }),
      http.get(applications, ({ request }) => {
        seen.push(request.headers.get('authorization'));
        return HttpResponse.json({ items: [], total: 0 });
      }),
    );
    await Promise.all([ask(), ask(), ask()]);
    expect(renewals).toBe(1);
    expect(seen).toEqual([`Bearer ${renewed}`, `Bearer ${renewed}`, `Bearer ${renewed}`]);
    expect(localStorage.getItem('token')).toBe(renewed);
  });

  it('reaches the access url of its instance with all that it carries', async () => {
    const told = vi.fn();
    server.use(
      http.post('http://vitrine.test/elsewhere/8/folder', async ({ request }) => {
        told(request.headers.get('content-type'), request.headers.get('if-match'), await request.json());
        return problem(409, 'name_taken', 'Because');
      }),
    );
    const params = { path: { application_instance_id: 8 } };
    const body = { folder_parent_id: 3, name: 'Summer' };
    await api.POST('/api/app/{application_instance_id}/folder', { params, body, headers: { 'if-match': '"1"' } });
    expect(told).toHaveBeenCalledExactlyOnceWith('application/json', '"1"', body);
  });

  it('is not made when the renewal is refused; the reason is told', async () => {
    sessionStore.signIn(tokenLasting(5));
    server.use(http.post(renew, () => problem(401, 'expired_token', 'Token expirado')));
    await expect(ask()).rejects.toThrow();
    expect(reactions.renewalFailed).toHaveBeenCalledWith('Token expirado');
  });
});

describe('a refusal', () => {
  const answer = (status: number) => server.use(http.get(applications, () => problem(status, 'x', 'Because')));

  it('401 while signed in ends the session', async () => {
    sessionStore.signIn(tokenLasting(80_000));
    answer(401);
    await ask();
    expect(reactions.sessionLost).toHaveBeenCalledWith('Because');
    expect(reactions.banner).not.toHaveBeenCalled();
  });

  it('401 without a session is only a message', async () => {
    answer(401);
    await ask();
    expect(reactions.sessionLost).not.toHaveBeenCalled();
    expect(reactions.banner).toHaveBeenCalledWith('Because');
  });

  it('403 goes home with its message', async () => {
    sessionStore.signIn(tokenLasting(80_000));
    answer(403);
    await ask();
    expect(reactions.forbidden).toHaveBeenCalledWith('Because');
    expect(reactions.banner).not.toHaveBeenCalled();
  });

  it.each([404, 409, 413, 422, 429, 500])('%i shows its message', async (status) => {
    answer(status);
    await ask();
    expect(reactions.banner).toHaveBeenCalledExactlyOnceWith('Because');
  });

  it('shown in place has no banner, and the mark stays on the page', async () => {
    let sent = '';
    server.use(
      http.get(applications, ({ request }) => {
        sent = [...request.headers.keys()].join();
        return problem(409, 'name_taken', 'Because');
      }),
    );
    const { error } = await ask(shownInPlace);
    expect(error?.message).toBe('Because');
    expect(reactions.banner).not.toHaveBeenCalled();
    expect(sent).not.toContain('x-error-shown');
  });

  const notOurs = [
    new HttpResponse('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    HttpResponse.json({ error: 'broken' }, { status: 500 }),
    new HttpResponse(null, { status: 503, headers: { 'content-length': '0' } }),
  ];
  const star = 'http://vitrine.test/api/app/4/home/favourite/7';
  const params = { path: { application_instance_id: 4, node_id: 7 } };
  const choose = (headers: Record<string, string> = {}) =>
    api.PUT('/api/app/{application_instance_id}/home/favourite/{node_id}', { params, headers });

  it.each(notOurs)('of an act is told once, also if the answer does not say why', async (answered) => {
    server.use(http.put(star, () => answered.clone()));
    await choose();
    expect(reactions.failed).toHaveBeenCalledOnce();
    expect(reactions.banner).not.toHaveBeenCalled();
  });

  it('without a reason has no banner where the screen shows it, nor for what is only read', async () => {
    server.use(http.put(star, () => new HttpResponse('<html>', { status: 502 })));
    server.use(http.get(applications, () => new HttpResponse('<html>', { status: 502 })));
    await choose(shownInPlace);
    await ask();
    expect(reactions.failed).not.toHaveBeenCalled();
    expect(reactions.banner).not.toHaveBeenCalled();
  });

  it('that never came leaves nothing unheard: the bar tells it', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const reason = await choose().catch((error: unknown) => error);
    const unheard = (reason: unknown) =>
      Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
    const [told, other] = [unheard(reason), unheard(new TypeError('x is undefined'))];
    for (const event of [told, other]) window.dispatchEvent(event);
    expect(told.defaultPrevented).toBe(true);
    expect(other.defaultPrevented).toBe(false);
    expect(reactions.failed).not.toHaveBeenCalled();
  });
});
