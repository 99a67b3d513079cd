import { expect, it } from 'vitest';
import { typeBadge } from './type-badge';

it.each([
  ['Beach.jpg', 'image/jpeg', null],
  ['Sign.png', 'image/png', null],
  ['Brand book.pdf', 'application/pdf', 'PDF'],
  ['not really a jpeg.jpg', 'text/plain; charset=utf-8', 'TXT'],
  ['main.rs', 'text/x-rust', 'RS'],
  ['Spot.MP4', 'video/mp4', 'MP4'],
  ['Makefile', 'application/octet-stream', null],
  ['archive.verylongword', null, null],
])('%s of type %s has the badge %s', (name, mime_type, badge) => {
  expect(typeBadge({ name, mime_type })).toBe(badge);
});
