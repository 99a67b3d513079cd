import { expect, it } from 'vitest';
import { railLabels } from './rail-labels';

it('gives labels where there is space, to years first, and none under the pill', () => {
  const marks = [0, 20, 40, 44, 56, 80].map((at) => ({ at, major: at === 44 }));
  expect(railLabels(marks, 80)).toEqual(['label', 'label', 'none', 'label', 'dot', 'none']);
});
