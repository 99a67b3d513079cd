import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { folderName } from './folder-name';

it.each([
  ['Açaí 2027', null],
  [' ', 'form_rules.mandatory'],
  ['a/b', 'form_rules.invalid_filename'],
  ['..', 'form_rules.invalid_filename'],
  ['films.', 'form_rules.invalid_filename'],
  ['NUL', 'form_rules.invalid_filename'],
])('%j as a folder is answered with %s', (name, key) => {
  const read = z.safeParse(folderName(), name);
  expect(read.success ? null : read.error.issues[0]?.message).toBe(key);
});
