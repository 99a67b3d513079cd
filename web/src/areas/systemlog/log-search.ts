/** The filter of the log, kept in the address so that it can be linked. Days are in the user's time zone. */
export type LogSearch = {
  users_id?: number;
  /** A part of an e-mail, if no single user is chosen. */
  person?: string;
  what?: string;
  tenant_id?: number;
  object_kind?: string;
  object_id?: number;
  from?: string;
  to?: string;
};

const day = /^\d{4}-\d{2}-\d{2}$/;

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function id(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Reads the address; invalid values are left out. */
export function logSearch(search: Record<string, unknown>): LogSearch {
  const [person, what, kind] = [text(search['person']), text(search['what']), text(search['object_kind'])];
  const [user, tenant, object] = [id(search['users_id']), id(search['tenant_id']), id(search['object_id'])];
  const [from, to] = [text(search['from']), text(search['to'])];
  return {
    ...(user !== undefined && { users_id: user }),
    ...(person !== undefined && { person }),
    ...(what !== undefined && { what }),
    ...(tenant !== undefined && { tenant_id: tenant }),
    ...(kind !== undefined && { object_kind: kind }),
    ...(object !== undefined && { object_id: object }),
    ...(from !== undefined && day.test(from) && { from }),
    ...(to !== undefined && day.test(to) && { to }),
  };
}

/** The filter for the server: a day begins at local midnight and ends before the next one. */
export function logFilter({ from, to, ...rest }: LogSearch) {
  const begin = from === undefined ? undefined : midnight(from, 0);
  const end = to === undefined ? undefined : midnight(to, 1);
  return {
    ...rest,
    ...(begin !== undefined && { from: begin }),
    ...(end !== undefined && { to: end - 1 }),
  };
}

function midnight(date: string, later: number): number {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + later).getTime() / 1000;
}

/** The address of the filtered log as a file. */
export function exportUrl(search: LogSearch, format: 'csv' | 'jsonl'): string {
  const words = Object.entries(logFilter(search)).map(([name, value]) => [name, String(value)]);
  return `/api/core/system_log/export?${new URLSearchParams([['format', format], ...words])}`;
}
