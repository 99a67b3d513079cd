import { describe, expect, it } from 'vitest';
import type { Schema } from '../../platform/api/client';
import { newUpload } from '../../platform/uploads/new-upload';
import { emptyQueue, reduceQueue, type Upload } from '../../platform/uploads/upload-queue';
import { needsName } from './failure-words';
import { uploadGroups, withGroup } from './upload-groups';

type ServerGroup = Schema<'UploadGroup'>;

const failure = (id: number, name: string): Schema<'UploadFailure'> => ({
  ...{ upload_failure_id: id, folder_id: 3, name, size: 10, reason: 'name', failed_at: 1 },
});

function group(over: Partial<ServerGroup> = {}): ServerGroup {
  return {
    ...{ bg_group_id: 'group', bg_action_id: 'bg', application_instance_id: 1, title: 'Summer', folder_id: 3 },
    ...{ files: 220, done: 218, failed: 0, created_at: 1, seen_at: 1, quiet: false, ended: false, failures: [] },
    ...over,
  };
}

function upload(name: string, over: Partial<Upload> = {}): Upload {
  const begun = { groupId: 'group', groupTitle: 'Summer', appId: 1, parentId: 3, name, size: 100, createdAt: 1 };
  return { ...newUpload(begun), ...over };
}

const queueOf = (...uploads: Upload[]) => reduceQueue(emptyQueue, { type: 'added', uploads });

describe('the tray', () => {
  it('shows what failed elsewhere, and nothing of what only runs there', () => {
    const failures = [failure(1, '<a>.jpg'), failure(2, 'b?.jpg')];
    const shown = uploadGroups(
      [group(), group({ bg_group_id: 'other', failed: 2, failures, ended: true })],
      emptyQueue,
    );
    expect(shown).toMatchObject([{ id: 'other', files: 220, done: 218, failed: 2, active: 0 }]);
    expect(shown[0]?.failures.map(({ name, uploadId }) => [name, uploadId])).toEqual([
      ['<a>.jpg', null],
      ['b?.jpg', null],
    ]);
  });

  it('leads to the folder that all of it came in, else to the folder it went to', () => {
    const whole = upload('a.jpg', { state: 'done', parentId: 9, groupFolderId: 8 });
    expect(uploadGroups([group()], queueOf(whole))).toMatchObject([{ folderId: 3, opensId: 8 }]);
    expect(uploadGroups([group()], queueOf(upload('a.jpg', { state: 'done' })))).toMatchObject([{ opensId: 3 }]);
  });

  it('knows the files of this page, and what the server has not noted yet', () => {
    const told = upload('<a>.jpg', { state: 'failed', reason: 'name' });
    const untold = upload('big.mov', { state: 'failed', reason: 'too_large' });
    const [shown] = uploadGroups([group({ failed: 1, failures: [failure(1, '<a>.jpg')] })], queueOf(told, untold));
    expect(shown?.failures).toMatchObject([
      { id: 1, uploadId: told.id },
      { id: null, uploadId: untold.id, reason: 'too_large' },
    ]);
  });

  it('drops a failure while it is sent again, and those that were answered on another device', () => {
    const again = upload('<a>.jpg', { state: 'sending' });
    const server = group({ failed: 1, failures: [failure(1, '<a>.jpg')] });
    expect(uploadGroups([server], queueOf(again))[0]?.failures).toEqual([]);
    const failed = upload('<a>.jpg', { state: 'failed', reason: 'name' });
    expect(uploadGroups([group({ ended: true })], queueOf(failed))).toEqual([]);
  });

  it('counts files and bytes, also before the server has told anything', () => {
    const sending = upload('a.jpg', { state: 'sending', sent: 50, percent: 50 });
    const done = upload('b.jpg', { state: 'done', sent: 100, percent: 100 });
    expect(uploadGroups([], queueOf(sending, done))).toMatchObject([
      { title: 'Summer', files: 2, done: 1, active: 1, progress: 0.75, sent: 150, size: 200 },
    ]);
  });
});

it('a name that is refused or taken asks for another one', () => {
  expect(needsName({ reason: 'name', name: 'a.jpg' })).toBe(true);
  expect(needsName({ reason: 'taken', name: 'a.jpg' })).toBe(true);
  expect(needsName({ reason: 'too_large', name: 'a.jpg' })).toBe(false);
});

it('a changed group keeps its place, and a new one comes first', () => {
  const known = [group({ bg_group_id: 'a' }), group({ bg_group_id: 'b' })];
  expect(withGroup(known, group({ bg_group_id: 'b', done: 1 })).map((one) => [one.bg_group_id, one.done])).toEqual([
    ['a', 218],
    ['b', 1],
  ]);
  expect(withGroup(known, group({ bg_group_id: 'c' }))[0]?.bg_group_id).toBe('c');
});

it('a change of numbers alone leaves the failures as they are known', () => {
  const known = [group({ failed: 1, failures: [failure(1, '<a>.jpg')] })];
  const { failures: _, ...numbers } = group({ failed: 1, done: 219 });
  expect(withGroup(known, numbers)).toEqual([{ ...known[0], done: 219 }]);
  expect(withGroup([], numbers)[0]?.failures).toEqual([]);
  expect(withGroup(known, group())[0]?.failures).toEqual([]);
});
