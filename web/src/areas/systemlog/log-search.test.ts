import { expect, test } from 'vitest';
import { exportUrl, logFilter, logSearch } from './log-search';

test('what does not fit the address is left out', () => {
  expect(
    logSearch({ person: 'ana', what: '', object_id: 'x', tenant_id: '5', from: '2026-02-30x', to: '2026-03-01' }),
  ).toEqual({
    person: 'ana',
    tenant_id: 5,
    to: '2026-03-01',
  });
});

test('a person is known by their id', () => {
  expect(logSearch({ users_id: '7' })).toEqual({ users_id: 7 });
  expect(logFilter({ users_id: 7 })).toEqual({ users_id: 7 });
});

test("a day is all of its seconds, in the reader's own time", () => {
  const { from = 0, to = 0 } = logFilter({ from: '2026-03-01', to: '2026-03-01' });
  expect(new Date(from * 1000).getHours()).toBe(0);
  expect(to - from).toBe(86_399);
});

test('a file is fetched with the filter of the screen', () => {
  expect(exportUrl({ person: 'a&b', object_kind: 'node', object_id: 7 }, 'csv')).toBe(
    '/api/core/system_log/export?format=csv&person=a%26b&object_kind=node&object_id=7',
  );
});
