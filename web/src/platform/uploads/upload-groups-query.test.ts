import { expect, it } from 'vitest';
import { uploadGroupsQuery } from './upload-groups-query';

const intervalOf = (...items: { ended: boolean; quiet: boolean }[]) => {
  const asks = uploadGroupsQuery(4).refetchInterval as unknown as (query: object) => number | false;
  return asks({ state: { data: { items } } });
};

it.each([
  ['that goes on is asked for again', { ended: false, quiet: false }, 30_000],
  ['that has gone quiet is not, or it would be without end', { ended: false, quiet: true }, false],
  ['that has ended is not', { ended: true, quiet: false }, false],
] as const)('an upload %s', (_, group, interval) => {
  expect(intervalOf(group)).toBe(interval);
});

it('one that goes on beside a quiet one is asked for again', () => {
  expect(intervalOf({ ended: false, quiet: true }, { ended: false, quiet: false })).toBe(30_000);
});
