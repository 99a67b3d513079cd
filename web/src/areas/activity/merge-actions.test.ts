import { expect, it } from 'vitest';
import { emptyQueue, reduceQueue, type Upload, type UploadState } from '../../platform/uploads/upload-queue';
import { fromUpload, mergeActions } from './merge-actions';

function upload(state: UploadState): Upload {
  return {
    id: 'local',
    groupId: 'group',
    groupTitle: 'Summer',
    appId: 1,
    parentId: 3,
    name: 'a.jpg',
    size: 10,
    createdAt: 1,
    state,
    sent: 5,
    percent: state === 'done' ? 100 : 50,
    ticket: { url: '/up', callback: 't', nodeId: 7, parentExternalId: '3', name: 'a.jpg', bgActionId: 'bg' },
    error: null,
    final: false,
    pace: null,
  };
}

const queueOf = (one: Upload) => reduceQueue(emptyQueue, { type: 'added', uploads: [one] });
const onServer = (status: string) => ({ ...fromUpload(upload('sending')), status, progress: 12, local: null });

it('an_upload_of_this_page_and_its_server_action_are_one', () => {
  const merged = mergeActions([onServer('in_progress')], queueOf(upload('sending')));
  expect(merged).toHaveLength(1);
  expect(merged[0]).toMatchObject({ id: 'bg', progress: 50, local: { uploadId: 'local' } });
});

it('once_stored_the_server_tells_about_its_preview', () => {
  expect(mergeActions([onServer('generating_preview')], queueOf(upload('done')))[0]?.status).toBe('generating_preview');
  expect(mergeActions([onServer('in_progress')], queueOf(upload('done')))[0]?.status).toBe('success');
});

it('actions_of_another_device_stay', () => {
  const other = { ...onServer('done'), id: 'other' };
  expect(mergeActions([other], queueOf(upload('sending'))).map((one) => one.id)).toEqual(['bg', 'other']);
});

it('an_action_announced_before_its_prepare_call_answered_is_not_a_second_one', () => {
  const preparing: Upload = { ...upload('preparing'), ticket: null };
  expect(mergeActions([onServer('in_progress')], queueOf(preparing)).map((one) => one.id)).toEqual(['local']);
});

it('an upload that failed for good tells why and cannot be retried', () => {
  const refused: Upload = { ...upload('failed'), error: 'Invalid file name', final: true };
  expect(mergeActions([], queueOf(refused))[0]?.local).toMatchObject({ error: 'Invalid file name', retryable: false });
});
