import { expect, it } from 'vitest';
import { noPreview } from '../../../testing/preview';
import type { Entry } from '../queries';
import { isShownByBrowsers, kindOf, mayMove } from './kind-of';

function file(mime_type: string | null, status: Entry['preview']['status'] = 'ready', size = 10) {
  return { mime_type, size, preview: { ...noPreview, status } };
}

it.each([
  ['image/jpeg', true, 'picture'],
  ['video/mp4', true, 'film'],
  ['audio/mpeg', true, 'sound'],
  ['application/pdf', true, 'pdf'],
  ['text/markdown', true, 'text'],
  ['text/tab-separated-values', true, 'text'],
  ['video/mp4', false, 'picture'],
  ['application/pdf', false, 'picture'],
  ['text/html', true, 'text'],
  ['text/css', true, 'text'],
  ['application/xml', true, 'text'],
  ['text/html', false, 'picture'],
  ['image/svg+xml', true, 'picture'],
] as const)('%s of somebody who may download it (%s) is shown as %s', (mime, mayDownload, kind) => {
  expect(kindOf(file(mime), mayDownload)).toBe(kind);
});

it('without a preview, only what the browser shows by itself is a picture', () => {
  const kinds = ['image/avif', 'image/svg+xml', 'image/tiff', null].map((mime) => kindOf(file(mime, 'error'), true));
  expect(kinds).toEqual(['picture', 'none', 'none', 'none']);
  expect(kindOf(file('image/avif', 'error'), false)).toBe('none');
});

it('an original that could run, or that is huge, never takes the place of the preview', () => {
  expect(isShownByBrowsers(file('image/svg+xml'))).toBe(false);
  expect(isShownByBrowsers(file('text/html'))).toBe(false);
  expect(isShownByBrowsers(file('image/jpeg', 'ready', 100 * 1024 * 1024))).toBe(false);
  expect([mayMove(file('image/gif')), mayMove(file('image/png'))]).toEqual([true, false]);
});
