import { beforeEach, expect, it } from 'vitest';
import { tokenLasting } from '../../testing/make-token';
import { sessionStore } from './session-store';

beforeEach(() => sessionStore.clear());

it('keeps the token under "token" and takes it up again on the next visit', () => {
  const token = tokenLasting(600, 42);
  sessionStore.signIn(token);
  expect(localStorage.getItem('token')).toBe(token);
  sessionStore.restore();
  expect(sessionStore.get()?.claims.usersId).toBe(42);
});

it.each([
  ['expired', tokenLasting(-1), 'expired_token'],
  ['unreadable', 'nonsense', 'malformed_token'],
])('drops an %s stored token and says what was wrong', (_, stored, wrong) => {
  localStorage.setItem('token', stored);
  expect(sessionStore.restore()).toBe(wrong);
  expect(sessionStore.get()).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});

it('refuses to begin a session with an expired token', () => {
  expect(() => sessionStore.signIn(tokenLasting(-5))).toThrow('expired_token');
  expect(localStorage.getItem('token')).toBeNull();
});

it('leaves nothing after clearing', () => {
  sessionStore.signIn(tokenLasting(600));
  sessionStore.clear();
  expect(sessionStore.get()).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});
