import { describe, expect, it } from 'vitest';
import {
  emptyQueue,
  hasActive,
  type Queue,
  type QueueEvent,
  reduceQueue,
  startable,
  type Ticket,
  type Upload,
} from './upload-queue';

const ticket: Ticket = { url: '/up', callback: 't', nodeId: 7, parentExternalId: '3', name: 'b.jpg', bgActionId: 'bg' };

function upload(id: string, over: Partial<Upload> = {}): Upload {
  return {
    id,
    groupId: 'group',
    groupTitle: 'Summer',
    appId: 1,
    parentId: 3,
    name: `${id}.jpg`,
    size: 1000,
    createdAt: 1,
    state: 'waiting',
    sent: 0,
    percent: 0,
    ticket: null,
    reason: null,
    ...over,
  };
}

function queueAfter(uploads: Upload[], ...events: QueueEvent[]): Queue {
  return events.reduce(reduceQueue, reduceQueue(emptyQueue, { type: 'added', uploads }));
}

describe('startable', () => {
  it('starts the oldest three', () => {
    expect(startable(queueAfter(['a', 'b', 'c', 'd'].map((id) => upload(id))))).toEqual(['a', 'b', 'c']);
  });

  it('starts only as many as are free', () => {
    const queue = queueAfter(
      ['a', 'b', 'c', 'd'].map((id) => upload(id)),
      { type: 'started', id: 'a' },
      { type: 'started', id: 'b' },
    );
    expect(startable(queue)).toEqual(['c']);
  });
});

describe('an upload', () => {
  it('shows whole percents and never 100 before the server has answered', () => {
    const sending = queueAfter([upload('a')], { type: 'started', id: 'a' }, { type: 'prepared', id: 'a', ticket });
    expect(
      reduceQueue(sending, { type: 'progressed', sent: new Map([['a', 335]]), at: 0 }).uploads.get('a')?.percent,
    ).toBe(34);
    expect(
      reduceQueue(sending, { type: 'progressed', sent: new Map([['a', 1000]]), at: 0 }).uploads.get('a')?.percent,
    ).toBe(99);
    expect(reduceQueue(sending, { type: 'finished', id: 'a' }).uploads.get('a')).toMatchObject({
      state: 'done',
      percent: 100,
    });
  });

  it('keeps its ticket for a retry that goes on where it stopped', () => {
    const failed = queueAfter(
      [upload('a')],
      { type: 'prepared', id: 'a', ticket },
      { type: 'failed', id: 'a', reason: 'other', keepTicket: true },
      { type: 'retried', ids: ['a'] },
    );
    expect(failed.uploads.get('a')).toMatchObject({ state: 'waiting', ticket, reason: null });
  });

  it('loses a ticket that the server no longer knows', () => {
    const failed = queueAfter(
      [upload('a')],
      { type: 'prepared', id: 'a', ticket },
      { type: 'failed', id: 'a', reason: 'forbidden', keepTicket: false },
    );
    expect(failed.uploads.get('a')).toMatchObject({ state: 'failed', ticket: null, reason: 'forbidden' });
  });

  it('disappears when cancelled, unless it is stored already', () => {
    const queue = queueAfter(
      [upload('a'), upload('b')],
      { type: 'finished', id: 'b' },
      { type: 'cancelled', ids: ['a', 'b'] },
    );
    expect([...queue.uploads.keys()]).toEqual(['b']);
  });

  it('ignores late progress of a finished or cancelled one', () => {
    const queue = queueAfter(
      [upload('a')],
      { type: 'finished', id: 'a' },
      {
        type: 'progressed',
        sent: new Map([
          ['a', 1],
          ['gone', 1],
        ]),
        at: 0,
      },
    );
    expect(queue.uploads.get('a')?.percent).toBe(100);
    expect(queue.uploads.size).toBe(1);
  });
});

it('another name begins anew, without the ticket of the first', () => {
  const queue = queueAfter(
    [upload('a')],
    { type: 'prepared', id: 'a', ticket },
    { type: 'failed', id: 'a', reason: 'taken', keepTicket: true },
    { type: 'renamed', id: 'a', name: 'other.jpg' },
    { type: 'retried', ids: ['a'] },
  );
  expect(queue.uploads.get('a')).toMatchObject({ state: 'waiting', name: 'other.jpg', ticket: null, sent: 0 });
});

it('clearing keeps what is waiting or running, and what failed', () => {
  const queue = queueAfter(
    [upload('a'), upload('b'), upload('c')],
    { type: 'finished', id: 'a' },
    { type: 'failed', id: 'b', reason: 'other', keepTicket: true },
    { type: 'cleared' },
  );
  expect([...queue.uploads.keys()]).toEqual(['b', 'c']);
  expect(hasActive(queue)).toBe(true);
});

it('the pace of a group is that of all its bytes', () => {
  const both = [upload('a', { state: 'sending', ticket }), upload('b', { state: 'sending', ticket })];
  const step = (at: number, a: number, b: number): QueueEvent => ({
    type: 'progressed',
    sent: new Map([
      ['a', a],
      ['b', b],
    ]),
    at,
  });
  expect(queueAfter(both, step(0, 100, 0), step(2000, 300, 400)).paces.get('group')).toEqual([
    { at: 0, sent: 100 },
    { at: 2000, sent: 700 },
  ]);
});
