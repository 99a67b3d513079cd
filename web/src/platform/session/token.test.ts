import { describe, expect, it } from 'vitest';
import { makeToken } from '../../testing/make-token';
import { decodeToken, isNearExpiry } from './token';

const now = 1_800_000_000;

describe('decoding a token', () => {
  it('tells who it is for and until when', () => {
    const token = makeToken({ sub: 12, jti: 'abc', exp: now + 60 });
    expect(decodeToken(token, now)).toEqual({ usersId: 12, sessionId: 'abc', exp: now + 60 });
  });

  it('takes the subject as text too', () => {
    expect(decodeToken(makeToken({ sub: '12', exp: now + 60 }), now).usersId).toBe(12);
  });

  it.each([0, -1, -86_400])('refuses one that ran out %i seconds ago as expired_token', (seconds) => {
    expect(() => decodeToken(makeToken({ sub: 1, exp: now + seconds }), now)).toThrow('expired_token');
  });

  it.each([
    '',
    'abc',
    'a.b.c',
    `a.${btoa('[]')}.c`,
    `a.${btoa('{"sub":"x","exp":9999999999}')}.c`,
    `a.${btoa('null')}.c`,
  ])('refuses %j as malformed', (token) => {
    expect(() => decodeToken(token, now)).toThrow('malformed_token');
  });
});

it.each([
  [20_001, false],
  [20_000, true],
  [1, true],
])('with %i seconds left, near its end is %s', (left, expected) => {
  expect(isNearExpiry({ usersId: 1, sessionId: '', exp: now + left }, now)).toBe(expected);
});
