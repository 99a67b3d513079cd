import { type Order, orderIn } from '../orders';

const KEY = 'folderOrders';
/** So many folders are remembered; the one whose order was chosen longest ago is forgotten first. */
const MOST = 200;

function stored(): (readonly [folder: number, order: Order])[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const rows = Array.isArray(kept) ? kept.filter((row): row is unknown[] => Array.isArray(row)) : [];
    return rows.flatMap(([folder, value]) => {
      const order = orderIn(value);
      return typeof folder === 'number' && order !== undefined ? [[folder, order] as const] : [];
    });
  } catch {
    return [];
  }
}

/** The order that was last chosen for a folder on this device. */
export function keptOrder(folderId: number): Order | undefined {
  return stored().find(([folder]) => folder === folderId)?.[1];
}

/** The order by name is the usual one, and nothing to remember. */
export function keepOrder(folderId: number, order: Order): void {
  const others = stored().filter(([folder]) => folder !== folderId);
  const rows = order === 'name' ? others : [...others, [folderId, order] as const];
  localStorage.setItem(KEY, JSON.stringify(rows.slice(-MOST)));
}
