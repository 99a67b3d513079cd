import { expect, it } from 'vitest';
import { allLogWords } from '../../platform/registry/log-words';
import { valueInWords } from './value-in-words';

const words = allLogWords([
  {
    values: { 'role reader': () => 'Reader' },
    yesOrNo: ['active'],
    moments: ['ends_at'],
    sizes: ['size'],
  },
]);

it.each([
  ['active', 'true', 'Yes'],
  ['active', 'false', 'No'],
  ['name', 'true', 'true'],
  ['size', '2048', '2\u00a0KB'],
  ['role', 'reader', 'Reader'],
  ['ends_at', 'never', 'never'],
])('says %s %s as %s', (field, value, said) => {
  expect(valueInWords(words, field, value, { yes: 'Yes', no: 'No', language: 'en' })).toBe(said);
});
