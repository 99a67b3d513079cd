import { expect, it } from 'vitest';
import { inBatches } from './in-batches';

function counted(most: number) {
  const calls: (readonly number[])[] = [];
  const ask = inBatches<number, string>(most, async (appId, keys) => {
    calls.push(keys);
    if (keys.includes(13)) throw new Error('refused');
    return new Map(keys.filter((key) => key !== 4).map((key) => [key, `${appId}/${key}`]));
  });
  return { calls, ask };
}

it('asks once for all that are asked together, and gives each its own answer', async () => {
  const { calls, ask } = counted(60);
  const answers = await Promise.all([ask(1, 2), ask(1, 3), ask(1, 2), ask(1, 4), ask(7, 3)]);
  expect(answers).toEqual(['1/2', '1/3', '1/2', undefined, '7/3']);
  expect(calls).toEqual([[2, 3, 4], [3]]);
});

it('asks for no more at once than a call may name, and again later', async () => {
  const { calls, ask } = counted(2);
  await Promise.all([ask(1, 1), ask(1, 2), ask(1, 3)]);
  await ask(1, 1);
  expect(calls).toEqual([[1, 2], [3], [1]]);
});

it('tells all who asked that it failed', async () => {
  const { ask } = counted(60);
  const answers = await Promise.allSettled([ask(1, 13), ask(1, 2)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
