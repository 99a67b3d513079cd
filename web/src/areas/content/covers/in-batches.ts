interface Waiting<Key, Value> {
  key: Key;
  done: (value: Value | undefined) => void;
  failed: (error: unknown) => void;
}

/** Answers single questions together: those that come before the page draws again become calls of at most `most` keys. */
export function inBatches<Key, Value>(
  most: number,
  call: (appId: number, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (appId: number, key: Key) => Promise<Value | undefined> {
  const waiting = new Map<number, Waiting<Key, Value>[]>();

  async function send(appId: number, some: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await call(appId, [...new Set(some.map(({ key }) => key))]);
      for (const { key, done } of some) done(values.get(key));
    } catch (error) {
      for (const { failed } of some) failed(error);
    }
  }

  function sendAll(appId: number): void {
    const all = waiting.get(appId) ?? [];
    waiting.delete(appId);
    for (let from = 0; from < all.length; from += most) void send(appId, all.slice(from, from + most));
  }

  return (appId, key) =>
    new Promise((done, failed) => {
      const others = waiting.get(appId);
      if (others) return void others.push({ key, done, failed });
      waiting.set(appId, [{ key, done, failed }]);
      setTimeout(() => sendAll(appId));
    });
}
