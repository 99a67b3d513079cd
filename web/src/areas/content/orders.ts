/** The orders of a folder, by their names in the list call. */
const orders = ['name', '-name', 'modified_at', '-modified_at', 'taken_at', '-taken_at', 'size', '-size'] as const;

export type Order = (typeof orders)[number];

/** Whether files stand by when their pictures were taken. */
export function isByDate(order: unknown): boolean {
  return order === 'taken_at' || order === '-taken_at';
}

export function orderIn(value: unknown): Order | undefined {
  return orders.find((one) => one === value);
}
