import { expect, it } from 'vitest';
import { untilNoneIsLeft } from './received-queries';

const failure = (node_id: number) => ({ node_id, code: 'locked' });

it('decides about all of them, as many at once as the server takes', async () => {
  const answers = [
    { done: [1, 2], failed: [], left: 3 },
    { done: [3], failed: [failure(4), failure(5)], left: 2 },
    { done: [], failed: [failure(4), failure(5)], left: 2 },
  ];
  const asked = answers.values();
  const decided = await untilNoneIsLeft(async () => asked.next().value ?? { done: [], failed: [], left: 0 });
  expect(decided).toEqual({ done: 3, failed: 2 });
  expect(asked.next().done).toBe(true);
});

it('ends when nothing waits', async () => {
  let calls = 0;
  const none = async () => {
    calls += 1;
    return { done: [], failed: [], left: 0 };
  };
  expect(await untilNoneIsLeft(none)).toEqual({ done: 0, failed: 0 });
  expect(calls).toBe(1);
});
