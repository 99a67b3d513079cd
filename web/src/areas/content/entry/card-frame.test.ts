import { expect, it } from 'vitest';
import { noPreview } from '../../../testing/preview';
import { cardFrame, ownSize } from './card-frame';
import { choiceFor } from './rendition-sizes';

const file = (width: number | null, height: number | null, entry_type = 'image') => ({
  entry_type,
  preview: { ...noPreview, status: 'ready' as const, width, height, scales: entry_type !== 'image' },
});

it.each([
  ['a photograph', file(6000, 4000), 'cover'],
  ['a photograph of a phone', file(1080, 1920), 'cover'],
  ['a page', file(595, 842, 'pdf'), 'cover'],
  ['a picture of unknown shape', file(null, null), 'cover'],
  ['a wide panorama', file(8000, 600), 'contain'],
  ['a high strip', file(600, 5000), 'contain'],
  ['a logo that is drawn', file(200, 100, 'vector'), 'contain'],
  ['a drawing of unknown shape', file(null, null, 'vector'), 'contain'],
] as const)('a card fills its frame with photographs and shows what else there is whole: %s', (_, entry, fit) => {
  expect(cardFrame(entry, 220, 165)).toEqual({ width: 220, height: 165, fit });
});

it('a drawing that is not there yet waits as every other picture does', () => {
  const logo = file(200, 100, 'vector');
  const waits = { ...logo, preview: { ...logo.preview, status: 'generating_preview' as const } };
  expect(cardFrame(waits, 220, 165).fit).toBe('cover');
});

it('the browser chooses by the width in which a whole panorama is shown', () => {
  const sizesOf = (entry: ReturnType<typeof file>) => choiceFor(entry.preview, cardFrame(entry, 220, 165))?.sizes;
  expect(sizesOf(file(8000, 600))).toBe('220px');
  expect(sizesOf(file(600, 5000))).toBe('20px');
  expect(sizesOf(file(6000, 4000))).toBe('248px');
});

const CARD = { width: 220, height: 165, fit: 'cover' } as const;

it.each([
  ['an icon has its own size', file(32, 32), { width: 32, height: 32 }],
  ['a photograph fills its card', file(6000, 4000), null],
  ['a picture that is as high as its card fills it', file(100, 165), null],
  ['a page has no pixels of its own', file(32, 32, 'pdf'), null],
  ['a picture of unknown shape', file(null, null), null],
] as const)('a picture that is smaller than its card is not blown up: %s', (_, { preview }, size) => {
  expect(ownSize(preview, CARD)).toEqual(size);
});

it('what is not there yet, and what the window has room for, has no size of its own', () => {
  const { preview } = file(32, 32);
  expect(ownSize({ ...preview, status: 'generating_preview' }, CARD)).toBeNull();
  expect(ownSize(preview, 'window')).toBeNull();
});
