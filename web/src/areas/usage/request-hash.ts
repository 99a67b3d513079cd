const TAB = 'usage';

/** The end of an address that leads to a request: `usage-12`. */
export const hashOf = (request: number): string => `${TAB}-${request}`;

/** The request that such an end leads to. */
export function requestIn(hash: string): number | null {
  const [, id] = new RegExp(`^${TAB}-(\\d{1,15})$`).exec(hash) ?? [];
  return id === undefined ? null : Number(id);
}
