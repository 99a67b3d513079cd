import { expect, it } from 'vitest';
import { sharedEntry as entry } from '../testing/shared-entry';
import { blurredUrl, isSmallFor, pictureOf, ratioOf, wholeSizes } from './pictures';

const widths = (srcSet: string | undefined) => srcSet?.match(/size=\d+ \d+w/g);

it('offers the sizes that the server draws, up to all pixels', () => {
  const { srcSet, sizes } = pictureOf(entry(7), '300px');
  expect(widths(srcSet)).toEqual(['size=320 480w', 'size=640 960w', 'size=1280 1800w']);
  expect(sizes).toBe('300px');
});

it('offers all sizes of what has no pixels of its own', () => {
  const { srcSet } = pictureOf(entry(7, { entry_type: 'pdf', width: 595, height: 842 }), '300px');
  expect(widths(srcSet)).toEqual(['size=320 320w', 'size=640 640w', 'size=1280 1280w', 'size=2560 2560w']);
});

it('asks for a usual size where the shape is unknown', () => {
  expect(pictureOf(entry(7, { width: null, height: null }), '300px')).toEqual({
    src: expect.stringMatching(/\/picture\/7\?size=640$/),
  });
});

it('has tiles that are neither thin nor endless', () => {
  const ratio = (width: number | null, height: number | null) => ratioOf({ width, height, placeholder: null });
  expect([ratio(1800, 1200), ratio(100, 9000), ratio(9000, 100), ratio(null, null)]).toEqual([1.5, 0.5, 2.4, 4 / 3]);
});

it('shows no picture larger than it is', () => {
  expect([isSmallFor(300, entry(7)), isSmallFor(300, entry(7, { width: 96 }))]).toEqual([false, true]);
  expect(wholeSizes(entry(7, { width: 96 }))).toBe('min(100vw, 8vh, 96px)');
  const drawing = entry(7, { width: 96, entry_type: 'vector' });
  expect([isSmallFor(300, drawing), wholeSizes(drawing)]).toEqual([false, 'min(100vw, 8vh)']);
});

it('takes no harm from a broken placeholder', () => {
  expect(blurredUrl('not base64!')).toBeNull();
  expect(ratioOf({ width: null, height: null, placeholder: 'not base64!' })).toBeCloseTo(4 / 3);
});
