import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noPreview } from '../../../testing/preview';
import { usePictures } from './use-pictures';

const address = 'https://cdn.example/api/file/picture/8-1-ab-v';
const frame = { width: 200, height: 100, fit: 'cover' } as const;

function pictureOf(until: number, shown: typeof frame | number) {
  const preview = { ...noPreview, status: 'ready' as const, width: 4000, height: 3000, version: 'v' };
  const entry = { node_id: 8, preview: { ...preview, cached: { address, until } } };
  return renderHook(() => usePictures(4)(entry, shown)).result.current;
}

const later = Date.now() / 1000 + 600;

it('asks the cache for small sizes, and the server for larger ones', () => {
  const sources =
    pictureOf(later, frame)
      ?.srcSet?.split(', ')
      .map((one) => one.split(' ')[0]) ?? [];
  expect(sources.slice(0, 3)).toEqual([`${address}/96`, `${address}/320`, `${address}/640`]);
  expect(sources.slice(3).every((source) => source?.includes('/rendition/preview/8?size='))).toBe(true);
  expect(pictureOf(later, frame)?.src).toBe(`${address}/640`);
});

it('asks the server once the address has ended, and for a picture that is read', () => {
  for (const picture of [pictureOf(Date.now() / 1000 - 1, frame), pictureOf(later, 320)]) {
    expect(`${picture?.src} ${picture?.srcSet}`).not.toContain('cdn.example');
  }
});
