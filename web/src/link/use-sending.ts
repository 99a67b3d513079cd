import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Announced, announce, giveUp, NotTaken, reasonOf, type Sender, sendBytes } from './ask-api';
import { changed, type Item, judged, type Room, renamed, withFiles } from './ask-items';

/** So many files are sent at once. */
const AT_ONCE = 2;

interface Started {
  stop: AbortController;
  announced: Announced | null;
}

export interface Sending {
  items: readonly Item[];
  isSending: boolean;
  add: (files: readonly File[]) => void;
  remove: (id: number) => void;
  /** Gives a file the name that is offered for it. */
  rename: (id: number) => void;
  /** Sends what is chosen; resolves with what is wrong about the sender, if that is why it ends. */
  start: (sender: Sender) => Promise<NotTaken['field']>;
  /** Tries a file again. */
  again: (id: number, sender: Sender) => void;
  /** Forgets what was sent, for the next files. */
  clear: () => void;
}

/** The files that somebody has chosen, and their way to the server. */
export function useSending(room: Room): Sending {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [running, setRunning] = useState(0);
  /** As they are now, for what goes on between two renderings. */
  const now = useRef(items);
  const started = useRef(new Map<number, Started>());
  const set = useCallback((change: (items: readonly Item[]) => readonly Item[]) => {
    now.current = change(now.current);
    setItems(now.current);
  }, []);
  const isSending = running > 0;
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);

  const sendOne = useCallback(
    async (item: Item, sender: Sender): Promise<NotTaken['field']> => {
      const { id, file } = item;
      const before = started.current.get(id);
      const stop = new AbortController();
      let announced = before?.announced ?? null;
      const resuming = announced !== null;
      started.current.set(id, { stop, announced });
      set((all) => changed(all, id, { state: 'sending', reason: null }));
      try {
        announced ??= await announce(file, sender, stop.signal);
        started.current.set(id, { stop, announced });
        const onProgress = (sent: number) => set((all) => changed(all, id, { sent }));
        await sendBytes(announced, file, { resuming, signal: stop.signal, onProgress });
        started.current.delete(id);
        set((all) => changed(all, id, { state: 'sent', sent: file.size }));
      } catch (error) {
        if (stop.signal.aborted) return null;
        const field = error instanceof NotTaken ? error.field : null;
        const reason = reasonOf(error);
        // Only after a lost connection it goes on where it stopped.
        if (reason !== 'offline') started.current.delete(id);
        set((all) => changed(all, id, field === null ? { state: 'failed', reason } : { state: 'chosen', sent: 0 }));
        return field;
      }
      return null;
    },
    [set],
  );

  /** Takes one file after the other until none is chosen any more. */
  const work = useCallback(
    async (sender: Sender): Promise<NotTaken['field']> => {
      setRunning((count) => count + 1);
      try {
        for (;;) {
          const next = now.current.find(({ state }) => state === 'chosen');
          if (next === undefined) return null;
          const wrong = await sendOne(next, sender);
          if (wrong !== null) return wrong;
        }
      } finally {
        setRunning((count) => count - 1);
      }
    },
    [sendOne],
  );

  return useMemo(
    () => ({
      items,
      isSending,
      add: (files) => set((all) => withFiles(all, files, room)),
      remove: (id) => {
        const one = started.current.get(id);
        started.current.delete(id);
        one?.stop.abort();
        if (one?.announced) giveUp(one.announced);
        const others = (all: readonly Item[]) => all.filter((item) => item.id !== id);
        set((all) => judged(others(all), room));
      },
      rename: (id) => set((all) => renamed(all, id, room)),
      start: async (sender) => {
        // The first one tells whether the sender is taken.
        const [first] = now.current.filter(({ state }) => state === 'chosen');
        if (first === undefined) return null;
        setRunning((count) => count + 1);
        const wrong = await sendOne(first, sender).finally(() => setRunning((count) => count - 1));
        if (wrong !== null) return wrong;
        const workers = Array.from({ length: AT_ONCE }, () => work(sender));
        return (await Promise.all(workers)).find((field) => field !== null) ?? null;
      },
      again: (id, sender) => {
        set((all) => changed(all, id, { state: 'chosen', reason: null }));
        void work(sender);
      },
      clear: () => set((all) => all.filter(({ state }) => state !== 'sent')),
    }),
    [items, isSending, room, set, sendOne, work],
  );
}
