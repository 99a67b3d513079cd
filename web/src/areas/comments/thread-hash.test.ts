import { expect, it } from 'vitest';
import { hashOf, threadIn } from './thread-hash';

it('an address leads to the comments, or to one thread', () => {
  expect([hashOf(null), hashOf(12)]).toEqual(['comments', 'comments-12']);
  expect(['comments-12', 'comments', 'comments-', 'comments-x', 'versions-12', ''].map(threadIn)).toEqual([
    12,
    null,
    null,
    null,
    null,
    null,
  ]);
});
