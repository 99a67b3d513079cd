import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { startI18n } from '../../../platform/i18n/i18n';
import { nameProblem } from '../../../platform/uploads/names';
import { nameRule } from './name-rule';

beforeAll(async () => {
  await startI18n();
  await loadActionTexts();
});

it.each([
  ['a:b', 'folder', 'The name of a folder cannot have the sign :.'],
  ['a:b?', 'file', 'The name of a file cannot have the signs : and ?.'],
  ['con', 'folder', 'The name of a folder cannot be one that systems keep for themselves.'],
  ['a.', 'folder', 'The name of a folder cannot end with a dot.'],
] as const)('%s as the name of a %s is refused with the rule', (name, of, words) => {
  const problem = nameProblem(name);
  if (problem === null) throw new Error('it is a name');
  expect(nameRule(problem, of, i18next.getFixedT('en', ['content', 'content_actions']), 'en')).toBe(words);
});
