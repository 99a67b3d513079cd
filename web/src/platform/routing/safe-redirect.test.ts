import { expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect';

it.each([
  '/',
  '/user/profile',
  '/content/7/navigation/12?order=-name&q=a%2Fb#top',
  '/?appId=7',
  '/search?next=//elsewhere.test',
  '/loginhistory',
])('goes to its own path %s', (path) => {
  expect(safeRedirect(path)).toBe(path);
});

it.each([
  ['a protocol-relative address', '//evil.test'],
  ['three slashes', '///evil.test'],
  ['a backslash', '/\\evil.test'],
  ['two backslashes', '\\\\evil.test'],
  ['an absolute address', 'https://evil.test/'],
  ['a scheme', 'javascript:alert(1)'],
  ['a scheme without slashes', 'https:evil.test'],
  ['an encoded slash', '/%2Fevil.test'],
  ['an encoded backslash', '/%5Cevil.test'],
  ['an encoded double slash at the start', '%2F%2Fevil.test'],
  ['a newline between the slashes', '/\n/evil.test'],
  ['a tab between the slashes', '/\t/evil.test'],
  ['a carriage return', '\r//evil.test'],
  ['an encoded newline', '/%0A/evil.test'],
  ['an encoded tab', '/%09/evil.test'],
  ['a null character', '/\u0000/evil.test'],
  ['a broken encoding', '/%E0%A4%A'],
  ['a leading blank', ' //evil.test'],
  ['a relative path', 'user/profile'],
  ['nothing', ''],
  ['the login page', '/login?redirect=/login'],
])('refuses %s', (_, wanted) => {
  expect(safeRedirect(wanted)).toBe('/');
  expect(safeRedirect(wanted, '/user/profile')).toBe('/user/profile');
});

it('lands on its own origin for every accepted path', () => {
  for (const path of ['/', '/a/b', '/a?x=//y']) {
    expect(new URL(safeRedirect(path), 'http://own.test').origin).toBe('http://own.test');
  }
});
