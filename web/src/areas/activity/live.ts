import type { Socket } from 'socket.io-client';
import { atBase } from '../../platform/base-path';
import { backOffMs } from './back-off';

const ANSWER_WITHIN_MS = 3000;

export type LiveEvent = { name: 'message' | 'pipeline'; payload: unknown };

interface Session {
  usersId: number;
  /** Asked for at every connect: the token may have been renewed meanwhile. */
  token: () => string;
}

type Listener = (event: LiveEvent) => void;

/**
 * What a page does when it begins to hear: whatever it loaded before may be older than the first event, so it loads
 * that once more.
 */
export interface Beginnings {
  /** The user's own events are heard from now on. */
  connected: () => void;
  /** The same after the connection was lost: any list may have changed meanwhile. */
  reconnected: () => void;
  /** Events of this node's room are heard from now on. */
  joined: (nodeId: number) => void;
}

const nothing: Beginnings = { connected: () => {}, reconnected: () => {}, joined: () => {} };

/** The socket of the signed-in user. The socket is a hint and the database the truth. */
function createLive() {
  let socket: Socket | null = null;
  let wanted: symbol | null = null;
  let begun = nothing;
  const rooms = new Map<number, { readers: number }>();
  const listeners = new Set<Listener>();

  /** A room asked for right after the connect can get lost: it is asked for again until there is an answer. */
  function subscribe(nodeId: number, failures = 0): void {
    const connection = socket?.id;
    const room = rooms.get(nodeId);
    const isWanted = () => socket?.connected === true && socket.id === connection && rooms.get(nodeId) === room;
    socket?.timeout(ANSWER_WITHIN_MS).emit('subscribe', { room: `node:${nodeId}` }, (unanswered: Error | null) => {
      if (!isWanted()) return;
      if (unanswered) setTimeout(() => isWanted() && subscribe(nodeId, failures + 1), backOffMs(failures + 1));
      else begun.joined(nodeId);
    });
  }

  async function connect({ usersId, token }: Session, beginnings: Beginnings): Promise<void> {
    const mine = Symbol('connection');
    wanted = mine;
    begun = beginnings;
    const { io } = await import('socket.io-client');
    if (wanted !== mine) return;
    let before = false;
    socket = io({
      path: atBase('/api/socket.io'),
      auth: (give) => give({ users_id: usersId, token: token() }),
    });
    socket.on('connect', () => {
      for (const nodeId of rooms.keys()) subscribe(nodeId);
      begun.connected();
      if (before) begun.reconnected();
      before = true;
    });
    for (const name of ['message', 'pipeline'] as const) {
      socket.on(name, (payload: unknown) => {
        for (const listener of listeners) listener({ name, payload });
      });
    }
  }

  function leave(): void {
    wanted = null;
    socket?.disconnect();
    socket = null;
  }

  /** Hears about the entries of a folder until the returned function is called. */
  function join(nodeId: number): () => void {
    const room = rooms.get(nodeId) ?? { readers: 0 };
    rooms.set(nodeId, room);
    room.readers += 1;
    if (room.readers === 1 && socket?.connected) subscribe(nodeId);
    return () => {
      room.readers -= 1;
      if (room.readers > 0) return;
      rooms.delete(nodeId);
      socket?.emit('unsubscribe', { room: `node:${nodeId}` });
    };
  }

  function listen(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { connect, leave, join, listen };
}

/** One connection a page, as there is one session a page. */
export const live = createLive();
