import { useNavigate, useSearch } from '@tanstack/react-router';

export const pageSizes = [5, 10, 30] as const;

type PageSize = (typeof pageSizes)[number];

/** The view of a table, kept in the address so that it can be linked and restored. */
export type TableSearch = { q?: string; order?: string; page?: number; size?: PageSize };

const usualSize: PageSize = 10;
/** The server counts this many rows beyond a page. */
const countedBeyond = 1000;

/** The number of rows: `total`, or that many and more if the server stopped counting. */
export function counted({ page, size }: { page: number; size: number }, total: number) {
  const isMore = total >= page * size + countedBeyond;
  const known = isMore ? Math.floor(total / countedBeyond) * countedBeyond : total;
  return { isMore, known, pages: Math.max(1, Math.ceil(total / size)) };
}

/** Reads the address; invalid values are left out. For `validateSearch` of a settings route. */
export function tableSearch(search: Record<string, unknown>): TableSearch {
  const { q, order } = search;
  const page = Number(search['page']);
  const size = pageSizes.find((one) => one === Number(search['size']));
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(typeof q === 'number' && { q: String(q) }),
    ...(typeof order === 'string' && /^-?\w+$/.test(order) && { order }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
    ...(size !== undefined && size !== usualSize && { size }),
  };
}

export type TableView = {
  q: string;
  order: string;
  page: number;
  size: PageSize;
  /** For the list call. */
  query: { q?: string; order: string; limit: number; offset: number };
  /** Another search, order or size begins on the first page. */
  show: (change: { q?: string; order?: string; page?: number; size?: PageSize }) => void;
};

/** The table's part of the address; `usualOrder` is the server's default. */
export function useTableView(usualOrder: string): TableView {
  const navigate = useNavigate();
  const search = tableSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const { q = '', order = usualOrder, page = 1, size = usualSize } = search;
  const show: TableView['show'] = (change) => {
    const next = tableSearch({ q, order, size, page: 1, ...change });
    if (next.order === usualOrder) delete next.order;
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
  };
  const query = { ...(q !== '' && { q }), order, limit: size, offset: (page - 1) * size };
  return { q, order, page, size, query, show };
}

/** The pages to offer: the first, the last, and those around the current one; null is a gap. */
export function pageLinks(page: number, pages: number): readonly (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const shown = [...new Set(near)].sort((one, other) => one - other);
  return shown.flatMap((one, at) => {
    const before = shown[at - 1];
    if (before === undefined || one - before === 1) return [one];
    return one - before === 2 ? [one - 1, one] : [null, one];
  });
}
