import { expect, it } from 'vitest';
import { changeOf } from './live-events';

const pipeline = (payload: unknown) => changeOf({ name: 'pipeline', payload });

it('a_rendition_in_progress_means_the_preview_is_being_made', () => {
  expect(pipeline({ type: 'rendition_service', node_id: 7, parent_id: 3, status: 'in_progress' })).toEqual({
    kind: 'preview',
    nodeId: 7,
    parentId: 3,
    preview: { status: 'generating_preview' },
  });
});

it('a_finished_rendition_brings_its_preview', () => {
  const preview = { status: 'ready', placeholder: 'abc', width: 1, height: 1, version: '2' };
  expect(pipeline({ type: 'rendition_service', node_id: 7, parent_id: 3, status: 'done', preview })).toMatchObject({
    preview,
  });
  expect(pipeline({ type: 'rendition_service', node_id: 7, parent_id: 3, status: 'error' })).toMatchObject({
    preview: { status: 'error' },
  });
});

it.each([
  [null],
  ['text'],
  [{ type: 'entry' }],
  [{ type: 'other', node_id: 1, status: 'x' }],
  [{ topic: 'a', value: 1 }],
])('ignores %j', (payload) => {
  expect(pipeline(payload)).toBeNull();
  expect(changeOf({ name: 'message', payload })).toBeNull();
});

it('hears_of_a_star_that_another_page_gave', () => {
  const told = (value: unknown) => changeOf({ name: 'message', payload: { topic: 'favourite', value } });
  expect(told({ node_id: 7, chosen: true })).toEqual({ kind: 'favourite', nodeId: 7, chosen: true });
  expect(told({ node_id: null, chosen: true })).toEqual({ kind: 'favourite', nodeId: null, chosen: true });
  expect([told(null), told({ node_id: '7', chosen: true }), told({ node_id: 7 })]).toEqual([null, null, null]);
});

it('hears of searches that another page saved', () => {
  const payload = { topic: 'saved_search', value: { application_instance_id: 4 } };
  expect(changeOf({ name: 'message', payload })).toEqual({ kind: 'saved_search' });
});

it('hears that somebody asks for a review, or asks no longer', () => {
  expect(changeOf({ name: 'message', payload: { topic: 'review', value: null } })).toEqual({ kind: 'reviews' });
});
