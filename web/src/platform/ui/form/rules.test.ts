import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { host, httpUrl, some, wholeNumber } from './rules';

/** The key of the first rule that is broken; null where all hold. */
function broken(schema: z.ZodMiniType, value: unknown): string | null {
  const read = z.safeParse(schema, value);
  return read.success ? null : (read.error.issues[0]?.message ?? '');
}

const url = 'form_rules.invalid_url';
const number = 'form_rules.number';
const mandatory = 'form_rules.mandatory';

it.each<[string, z.ZodMiniType, unknown, string | null]>([
  ['address', httpUrl(), '', null],
  ['address', httpUrl(), 'https://files.example/x', null],
  ['address', httpUrl(), 'files.example', url],
  ['address', httpUrl(), 'javascript:x', url],
  ['address', httpUrl(), 'https:///x', url],
  ['host', host(), '', null],
  ['host', host(), 'cdn.example:8443', null],
  ['host', host(), 'https://cdn.example', 'form_rules.invalid_host'],
  ['host', host(), 'cdn..example', 'form_rules.invalid_host'],
  ['whole number', wholeNumber(), '', null],
  ['whole number', wholeNumber(), 7, null],
  ['whole number', wholeNumber(), 7.5, number],
  ['whole number', wholeNumber(), 'seven', number],
  ['several', some(), [1], null],
  ['several', some(), [], mandatory],
])('as $0, $2 is answered with $3', (_, schema, value, key) => {
  expect(broken(schema, value)).toBe(key);
});
