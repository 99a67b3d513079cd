import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  bodyOf,
  changesOf,
  endOf,
  faultsOf,
  freshOptions,
  isAddress,
  type LinkOptions,
  optionsOf,
  suggestPassword,
} from './link-options';
import type { ShareLink } from './links';

const now = new Date('2026-11-29T10:00:00');
const seconds = now.getTime() / 1000;

beforeEach(() => {
  vi.useFakeTimers({ now });
});
afterEach(() => {
  vi.useRealTimers();
});

const options = (over: Partial<LinkOptions>): LinkOptions => ({ ...freshOptions(), ...over });

it('a new link ends in thirty days, asks nothing and allows everything', () => {
  expect(bodyOf(freshOptions())).toEqual({
    label: null,
    expires_at: new Date('2026-12-29T23:59:00').getTime() / 1000,
    password: '',
    download_limit: null,
    allowed_addresses: [],
    may_download: true,
    originals: true,
    sizes: 'any',
    watermark: null,
  });
  expect(faultsOf(freshOptions(), seconds)).toEqual({});
});

it.each<[string, Partial<LinkOptions>, object]>([
  ['a minute ago', { day: '2026-11-29', time: '09:59' }, { expires_at: 'past' }],
  ['in a minute', { day: '2026-11-29', time: '10:01' }, {}],
  ['no day', { day: null }, { expires_at: 'mandatory' }],
  ['no time', { time: '' }, { expires_at: 'mandatory' }],
  ['in three years', { day: '2029-11-29' }, { expires_at: 'far' }],
  ['a password that is too short', { asksPassword: true, password: '12345' }, { password: 'short' }],
  ['no password where one is asked', { asksPassword: true }, { password: 'short' }],
  ['six letters', { asksPassword: true, password: 'ação 1' }, {}],
  ['a short password that is not asked', { password: '1' }, {}],
  ['no downloads at all', { limit: 0 }, { download_limit: 'limit' }],
  ['half a download', { limit: 1.5 }, { download_limit: 'limit' }],
  ['a limit where nothing is downloaded', { limit: 0, viewOnly: true }, {}],
  ['a name for an address', { addresses: '203.0.113.7, casa.example' }, { allowed_addresses: 'address' }],
  ['21 addresses', { addresses: '203.0.113.7 '.repeat(21) }, { allowed_addresses: 'many' }],
])('%s: %o', (_, over, faults) => {
  expect(faultsOf(options(over), seconds)).toEqual(faults);
});

it('a link that has a password may keep it, get another, or lose it', () => {
  const kept = options({ asksPassword: true });
  expect(faultsOf(kept, seconds, { kept: true })).toEqual({});
  expect('password' in bodyOf(kept)).toBe(false);
  expect(bodyOf(options({ asksPassword: true, password: 'another' })).password).toBe('another');
  expect(bodyOf(options({ asksPassword: false, password: 'another' })).password).toBe('');
});

it('what only shows has no limit of downloads', () => {
  const { download_limit, may_download } = bodyOf(options({ viewOnly: true, limit: 5 }));
  expect([download_limit, may_download]).toEqual([undefined, false]);
  expect(bodyOf(options({ limit: 5 })).download_limit).toBe(5);
});

it('only what cannot be downloaded has a watermark', () => {
  const marked = options({ viewOnly: true, watermark: { text: ' For review ', dated: true } });
  expect(bodyOf(marked).watermark).toEqual({ text: 'For review', dated: true });
  expect(bodyOf({ ...marked, watermark: { text: '  ', dated: false } }).watermark).toEqual({
    text: null,
    dated: false,
  });
  expect(bodyOf({ ...marked, viewOnly: false }).watermark).toBeNull();
  expect(changesOf(marked, { ...marked, viewOnly: false })).toMatchObject({ may_download: true, watermark: null });
});

it('a link that asks for files says how much, and nothing of what is downloaded', () => {
  const asking = options({ request: { message: ' Photos ', files: 5, gigabytes: 2, extensions: 'jpg, png' } });
  const body = bodyOf({ ...asking, limit: 0, viewOnly: true });
  expect(body.request).toEqual({
    message: 'Photos',
    file_limit: 5,
    byte_limit: 2 * 2 ** 30,
    extensions: ['jpg', 'png'],
  });
  for (const field of ['download_limit', 'may_download', 'originals', 'sizes', 'watermark'])
    expect(field in body).toBe(false);
  const { request } = asking;
  expect(faultsOf({ ...asking, request: request && { ...request, files: 0 } }, seconds)).toEqual({
    file_limit: 'files',
  });
});

it('only what was changed is sent, so that nothing of what others changed meanwhile is put back', () => {
  const before = options({ label: 'Press', limit: 5, addresses: '203.0.113.7' });
  expect(changesOf(before, { ...before })).toEqual({});
  expect(changesOf(before, { ...before, label: 'Friends' })).toEqual({ label: 'Friends' });
  expect(changesOf(before, { ...before, addresses: '' })).toEqual({ allowed_addresses: [] });
  expect(changesOf(before, { ...before, asksPassword: true, password: 'girassol' })).toEqual({ password: 'girassol' });
  const kept = { ...before, asksPassword: true };
  expect(changesOf(kept, { ...kept, label: '' })).toEqual({ label: null });
  expect(changesOf(kept, { ...kept, asksPassword: false })).toEqual({ password: '' });
});

it.each([
  ['all', true, 'any'],
  ['originals_presets', true, 'presets'],
  ['originals', true, 'none'],
  ['sizes', false, 'any'],
  ['presets', false, 'presets'],
] as const)('what may be downloaded is said in two fields: %s', (gives, originals, sizes) => {
  const body = bodyOf(options({ gives }));
  expect(body).toMatchObject({ may_download: true, originals, sizes });
  const link = { ...body, has_password: false, request: null } as unknown as ShareLink;
  expect(optionsOf(link).gives).toBe(gives);
});

it('a limit of downloads comes back when files may be downloaded again', () => {
  const limited = options({ limit: 5 });
  expect(changesOf(limited, { ...limited, viewOnly: true })).toEqual({ may_download: false });
  const shown = { ...limited, viewOnly: true };
  expect(changesOf(shown, limited)).toEqual({ download_limit: 5, may_download: true });
});

it('the options of a link are those that it was made with', () => {
  const made = options({ label: 'Press', limit: 3, addresses: '203.0.113.7, 198.51.100.0/24', time: '08:05' });
  const { password: _, ...body } = bodyOf(made);
  const link = { ...body, has_password: false, request: null } as unknown as ShareLink;
  expect(optionsOf(link)).toEqual(made);
  expect(endOf(optionsOf(link))).toBe(body.expires_at);
});

it.each([
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  ['2001:db8::1', true],
  ['2001:db8::/32', true],
  ['::ffff:203.0.113.7', true],
  ['203.0.113.256', false],
  ['203.0.113', false],
  ['203.0.113.07', false],
  ['203.0.113.7/33', false],
  ['203.0.113.7/', false],
  ['2001:db8::/129', false],
  ['2001:zz::', false],
  ['1::2::3', false],
  ['a/b/c', false],
])('%s is an address or a network: %s', (text, is) => {
  expect(isAddress(text)).toBe(is);
});

it('a suggested password is long, easy to say, and another one each time', () => {
  const many = Array.from({ length: 50 }, () => suggestPassword());
  expect(new Set(many).size).toBe(50);
  for (const one of many) expect(one).toMatch(/^[a-km-np-z2-9]{4}-[a-km-np-z2-9]{4}-[a-km-np-z2-9]{4}$/);
});
