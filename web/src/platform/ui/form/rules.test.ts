import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { email, greaterThanZero, host, httpUrl, some, wholeNumber } from './rules';

/** The key of the first broken rule; null if all hold. */
function broken(schema: z.ZodMiniType, value: unknown): string | null {
  const read = z.safeParse(schema, value);
  return read.success ? null : (read.error.issues[0]?.message ?? '');
}

const url = 'form_rules.invalid_url';
const number = 'form_rules.number';
const mandatory = 'form_rules.mandatory';
const invalid = 'form_rules.invalid_email';

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
  ['e-mail', email(), '', mandatory],
  ['e-mail', email(), ' Ana.Lima+fotos@Lume.example ', null],
  ['e-mail', email(), "o'neil/a!@lume.example", null],
  ['e-mail', email(), 'ana@localhost', null],
  ['e-mail', email(), 'ana@xn--lum-dma.example', null],
  ['e-mail', email(), '"ana lima"@lume.example', invalid],
  ['e-mail', email(), 'ana@b@lume.example', invalid],
  ['e-mail', email(), 'ana(work)@lume.example', invalid],
  ['e-mail', email(), 'ana@lume.example.', invalid],
  ['e-mail', email(), 'ana@lume', invalid],
  ['e-mail', email(), 'ana@192.0.2.1', invalid],
  ['e-mail', email(), 'ana@-lume.example', invalid],
  ['e-mail', email(), 'an..a@lume.example', invalid],
  ['e-mail', email(), 'joão@lume.example', invalid],
  ['e-mail', email(), 'ana@lumé.example', invalid],
  ['e-mail', email(), `${'a'.repeat(65)}@lume.example`, invalid],
  ['e-mail', email(), `ana@${'lume.'.repeat(50)}.example`, invalid],
  ['whole number', wholeNumber(), '', null],
  ['whole number', wholeNumber(), 7, null],
  ['whole number', wholeNumber(), 7.5, number],
  ['whole number', wholeNumber(), 'seven', number],
  ['credits', greaterThanZero(1e12), 1e12, null],
  ['credits', greaterThanZero(1e12), 0, 'form_rules.greater_than_zero'],
  ['credits', greaterThanZero(1e12), 1e15, 'form_rules.too_much'],
  ['credits', greaterThanZero(), 1e30, 'form_rules.too_much'],
  ['several', some(), [1], null],
  ['several', some(), [], mandatory],
])('as $0, $2 is answered with $3', (_, schema, value, key) => {
  expect(broken(schema, value)).toBe(key);
});
