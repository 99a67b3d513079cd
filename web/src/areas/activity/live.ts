import type { Socket } from 'socket.io-client';

export type LiveEvent = { name: 'message' | 'pipeline'; payload: unknown };

interface Session {
  usersId: number;
  /** Asked for at every connect: the token may have been renewed meanwhile. */
  token: () => string;
}

type Listener = (event: LiveEvent) => void;

/**
 * The socket of the signed-in user. The socket is a hint and the database the truth: after a reconnect the listener
 * of `reconnected` asks again for what may have been missed.
 */
function createLive() {
  let socket: Socket | null = null;
  let wanted: symbol | null = null;
  const rooms = new Map<number, number>();
  const listeners = new Set<Listener>();

  const subscribe = (nodeId: number) => socket?.emit('subscribe', { room: `node:${nodeId}` });

  async function connect({ usersId, token }: Session, reconnected: () => void): Promise<void> {
    const mine = Symbol('connection');
    wanted = mine;
    const { io } = await import('socket.io-client');
    if (wanted !== mine) return;
    let before = false;
    socket = io({
      path: '/api/socket.io',
      auth: (give) => give({ users_id: usersId, token: token() }),
    });
    socket.on('connect', () => {
      for (const nodeId of rooms.keys()) subscribe(nodeId);
      if (before) reconnected();
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
    const readers = rooms.get(nodeId) ?? 0;
    rooms.set(nodeId, readers + 1);
    if (readers === 0 && socket?.connected) subscribe(nodeId);
    return () => {
      const left = (rooms.get(nodeId) ?? 1) - 1;
      if (left > 0) {
        rooms.set(nodeId, left);
        return;
      }
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
