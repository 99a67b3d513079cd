const TAB = 'comments';

/** The end of an address that opens the comments on an entry, at a thread if there is one. */
export function hashOf(thread: number | null): string {
  return thread === null ? TAB : `${TAB}-${thread}`;
}

/** The thread that such an end leads to. */
export function threadIn(hash: string): number | null {
  const [, id] = new RegExp(`^${TAB}-(\\d{1,15})$`).exec(hash) ?? [];
  return id === undefined ? null : Number(id);
}
