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
    error: null,
    final: false,
    pace: null,
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
      { type: 'failed', id: 'a', error: 'no', keepTicket: true, final: false },
      { type: 'retried', ids: ['a'] },
    );
    expect(failed.uploads.get('a')).toMatchObject({ state: 'waiting', ticket, error: null });
  });

  it('loses a ticket that the server no longer knows', () => {
    const failed = queueAfter(
      [upload('a')],
      { type: 'prepared', id: 'a', ticket },
      { type: 'failed', id: 'a', error: 'no', keepTicket: false, final: false },
    );
    expect(failed.uploads.get('a')).toMatchObject({ state: 'failed', ticket: null, error: 'no' });
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

it('clearing_keeps_what_is_waiting_or_running', () => {
  const queue = queueAfter(
    [upload('a'), upload('b'), upload('c')],
    { type: 'finished', id: 'a' },
    { type: 'failed', id: 'b', error: '', keepTicket: true, final: false },
    { type: 'cleared' },
  );
  expect([...queue.uploads.keys()]).toEqual(['c']);
  expect(hasActive(queue)).toBe(true);
});

it('tells_the_time_that_is_left_from_the_speed_since_sending_began', () => {
  const sending = upload('a', { size: 100_000, state: 'sending', ticket });
  const step = (sent: number, at: number): QueueEvent => ({ type: 'progressed', sent: new Map([['a', sent]]), at });
  const left = (...events: QueueEvent[]) => queueAfter([sending], ...events).uploads.get('a')?.pace?.secondsLeft;
  expect(left(step(20_000, 0), step(30_000, 1000))).toBeNull();
  expect(left(step(20_000, 0), step(40_000, 4000))).toBe(12);
  expect(left(step(20_000, 0), { type: 'reconnecting', id: 'a' }, step(40_000, 4000))).toBeNull();
});
