import { expect, it } from 'vitest';
import { atAccessUrl, originElsewhere } from './access-url';

const urls: Readonly<Record<number, string>> = {
  7: '/api/app/7',
  8: 'https://media.acme.test/content/',
};
const accessUrl = (appId: number) => urls[appId] ?? null;

it.each([
  ['http://own.test/api/app/7/entry/list/3?limit=60', 'http://own.test/api/app/7/entry/list/3?limit=60'],
  ['http://own.test/api/app/8/entry/list/3?limit=60', 'https://media.acme.test/content/entry/list/3?limit=60'],
  ['http://own.test/api/app/8', 'https://media.acme.test/content'],
  ['http://own.test/api/app/9/repository', 'http://own.test/api/app/9/repository'],
  ['http://own.test/api/core/theme/user', 'http://own.test/api/core/theme/user'],
  ['http://own.test/api/app/8evil/x', 'http://own.test/api/app/8evil/x'],
])('%s goes to %s', (url, expected) => {
  expect(atAccessUrl(url, accessUrl)).toBe(expected);
});

it.each([
  ['/api/app/7', null],
  ['http://vitrine.test/api/app/7', null],
  ['http://vitrine.test:8081/api/app/7', 'http://vitrine.test:8081'],
  ['https://media.acme.test/content/', 'https://media.acme.test'],
  ['http://[', null],
])('%s lies at %s', (url, expected) => {
  expect(originElsewhere(url)).toBe(expected);
});
