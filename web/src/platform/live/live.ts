import type { Socket } from 'socket.io-client';
import { atBase } from '../base-path';
import { backOffMs } from './back-off';

const ANSWER_WITHIN_MS = 3000;

export type LiveEvent = { name: 'message' | 'pipeline'; payload: unknown };

interface Session {
  usersId: number;
  /** Called at every connect: the token may have been renewed meanwhile. */
  token: () => string;
  /** What listens is loaded: no event is heard before. */
  ready?: Promise<unknown>;
}

type Listener = (event: LiveEvent) => void;

/**
 * What a page does when it begins to receive events: data that it loaded before may be older than the first event, so
 * it loads them again.
 */
interface Beginnings {
  /** The user's own events arrive from now on. */
  connected: () => void;
  /** The same after a lost connection: any list may have changed meanwhile. */
  reconnected: () => void;
  /** Events of this node's room arrive from now on. */
  joined: (nodeId: number) => void;
}

const nothing: Beginnings = { connected: () => {}, reconnected: () => {}, joined: () => {} };

/** The socket of the signed-in user. Its events are hints; the database has the truth. */
function createLive() {
  let socket: Socket | null = null;
  let wanted: symbol | null = null;
  let begun = nothing;
  const rooms = new Map<number, { readers: number }>();
  const listeners = new Set<Listener>();

  /** A request to join right after the connect can get lost: it is repeated until it is answered. */
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

  async function connect({ usersId, token, ready }: Session, beginnings: Beginnings): Promise<void> {
    const mine = Symbol('connection');
    wanted = mine;
    begun = beginnings;
    const [{ io }] = await Promise.all([import('socket.io-client'), ready]);
    if (wanted !== mine) return;
    let before = false;
    socket = io({
      path: atBase('/api/socket.io'),
      // A poll would have to reach the process that has the connection; a WebSocket stays with it behind any balancer.
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
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

  /** Receives events about the entries of a folder until the returned function is called. */
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

/** One connection per page, as there is one session per page. */
export const live = createLive();
