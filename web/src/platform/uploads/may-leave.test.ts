import { expect, it } from 'vitest';
import { askBeforeLeaving, mayLeave } from './may-leave';

it('asks_only_while_something_would_be_lost', async () => {
  await expect(mayLeave()).resolves.toBe(true);
  const stop = askBeforeLeaving(async () => false);
  await expect(mayLeave()).resolves.toBe(false);
  stop();
  await expect(mayLeave()).resolves.toBe(true);
});
