import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { live } from './live';

type Ack = (unanswered: Error | null) => void;

const socket = vi.hoisted(() => {
  const heard = new Map<string, () => void>();
  return {
    id: 'first',
    connected: false,
    asked: [] as [string, string, Ack][],
    connectAs(id: string) {
      socket.id = id;
      socket.connected = true;
      heard.get('connect')?.();
    },
    on: (name: string, listener: () => void) => heard.set(name, listener),
    timeout: () => ({
      emit: (name: string, { room }: { room: string }, ack: Ack) => socket.asked.push([name, room, ack]),
    }),
    emit: vi.fn(),
    disconnect: vi.fn(),
  };
});

const opened = vi.hoisted(() => vi.fn());

vi.mock('socket.io-client', () => ({
  io: (options: unknown) => {
    opened(options);
    return socket;
  },
}));

const begun = { connected: vi.fn(), reconnected: vi.fn(), joined: vi.fn() };
const lost = new Error('operation has timed out');
const rooms = () => socket.asked.map(([, room]) => room);
const answer = (at: number, unanswered: Error | null) => socket.asked[at]?.[2](unanswered);

beforeEach(async () => {
  vi.useFakeTimers();
  socket.asked.length = 0;
  socket.connected = false;
  vi.clearAllMocks();
  await live.connect({ usersId: 1, token: () => 'token' }, begun);
});

afterEach(() => {
  live.leave();
  vi.useRealTimers();
});

it('a_websocket_is_opened_first_because_polls_reach_different_processes', () => {
  const transports = ['websocket', 'polling'];
  expect(opened).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ transports, tryAllTransports: true }));
});

it('a_room_is_asked_for_again_until_there_is_an_answer', () => {
  const leave = live.join(7);
  socket.connectAs('a');
  answer(0, lost);
  vi.advanceTimersByTime(1000);
  answer(1, lost);
  vi.advanceTimersByTime(1000);
  expect(rooms()).toEqual(['node:7', 'node:7']);
  vi.advanceTimersByTime(1000);
  expect(begun.joined).not.toHaveBeenCalled();
  answer(2, null);
  vi.advanceTimersByTime(60_000);
  expect(rooms()).toEqual(['node:7', 'node:7', 'node:7']);
  expect(begun.joined).toHaveBeenCalledExactlyOnceWith(7);
  leave();
});

it('an_answer_at_once_is_the_end_of_it', () => {
  const leave = live.join(7);
  socket.connectAs('b');
  answer(0, null);
  vi.advanceTimersByTime(60_000);
  expect(rooms()).toEqual(['node:7']);
  leave();
});

it('a_room_that_was_left_is_not_asked_for_again', () => {
  const leave = live.join(7);
  socket.connectAs('c');
  answer(0, lost);
  leave();
  vi.advanceTimersByTime(60_000);
  expect(rooms()).toEqual(['node:7']);
});

it('a_new_connection_asks_by_itself_and_the_old_one_no_more', () => {
  const leave = live.join(7);
  socket.connectAs('d');
  answer(0, lost);
  socket.connectAs('e');
  answer(1, null);
  vi.advanceTimersByTime(60_000);
  expect(rooms()).toEqual(['node:7', 'node:7']);
  leave();
});

it('what_was_loaded_before_a_room_was_entered_is_loaded_once_more_and_lists_also_after_a_reconnect', () => {
  const leave = live.join(7);
  socket.connectAs('f');
  expect(begun.connected).toHaveBeenCalledOnce();
  expect(begun.joined).not.toHaveBeenCalled();
  answer(0, null);
  expect(begun.joined).toHaveBeenCalledExactlyOnceWith(7);
  expect(begun.reconnected).not.toHaveBeenCalled();
  socket.connectAs('g');
  expect(begun.reconnected).toHaveBeenCalledOnce();
  answer(1, null);
  expect(begun.joined).toHaveBeenCalledTimes(2);
  leave();
});
