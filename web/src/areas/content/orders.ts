/** The orders of a folder, by their names in the list call. */
const orders = ['name', '-name', 'modified_at', '-modified_at', 'size', '-size'] as const;

export type Order = (typeof orders)[number];

export function orderIn(value: unknown): Order | undefined {
  return orders.find((one) => one === value);
}
