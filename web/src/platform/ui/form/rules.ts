import * as z from 'zod/mini';
import { isCnpj } from './cnpj';

/** Form rules whose messages are keys of the `form_rules` namespace; parameters are appended to the key as JSON. */

function message(key: string, params?: Record<string, unknown>): string {
  return params === undefined ? `form_rules.${key}` : `form_rules.${key}?${JSON.stringify(params)}`;
}

export function mandatory() {
  return z.string().check(z.trim(), z.minLength(1, message('mandatory')));
}

/** For passwords: spaces at the ends are part of them. */
export function mandatoryVerbatim() {
  return z.string().check(z.minLength(1, message('mandatory')));
}

/** The server's syntax of an e-mail address: words separated by dots, and a domain that is not an IP address. */
const address =
  /^(?=.{1,254}$)(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:localhost|(?:(?!-)[a-z\d-]{1,63}(?<!-)\.)+(?!-|\d+$)[a-z\d-]{1,63}(?<!-))$/i;

export function email() {
  return mandatory().check(z.email({ pattern: address, error: message('invalid_email') }));
}

export function minLength(min: number, name: string) {
  return mandatoryVerbatim().check(z.minLength(min, message('min_length', { name, min })));
}

/** May be left out. */
export function minLengthIfGiven(min: number, name: string) {
  return z
    .string()
    .check(z.refine((text) => text === '' || [...text].length >= min, { error: message('min_length', { name, min }) }));
}

export function maxLength(max: number, name: string) {
  return mandatory().check(z.maxLength(max, message('max_length', { name, max })));
}

/** May be left out. */
export function atMost(max: number, name: string) {
  return z.string().check(z.maxLength(max, message('max_length', { name, max })));
}

export function passwordsMatch<Shape extends { new_password: string; repeated: string }>() {
  return z.refine<Shape>((form) => form.new_password === form.repeated, {
    error: message('password_match'),
    path: ['repeated'],
  });
}

/** One line that must be there: a title, a name. */
export function title(name: string) {
  return maxLength(200, name);
}

/** Small letters, digits, hyphens and underscores. */
export function key(name: string, min = 1) {
  return mandatory().check(
    z.regex(/^[a-z0-9_-]*$/, message('alphanumeric_hyphen')),
    z.minLength(min, message('min_length', { name, min })),
    z.maxLength(64, message('max_length', { name, max: 64 })),
  );
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON text; may be empty. */
export function json() {
  return z.string().check(z.refine(isJson, { error: message('invalid_json') }));
}

/** A path of this server or an http address; or the words that stand for this server itself. */
export function accessUrl(here: string) {
  return mandatory().check(
    z.refine((url) => url === '' || url === here || /^(\/(?!\/)|https?:\/\/[^/])[^\s\\]*$/.test(url), {
      error: message('invalid_url'),
    }),
  );
}

export function cnpj() {
  return mandatory().check(z.refine((typed) => typed === '' || isCnpj(typed), { error: message('invalid_cnpj') }));
}

/** One of a list, chosen by its id. */
export function choice() {
  return z.nullable(z.number()).check(z.refine((id) => id !== null, { error: message('mandatory') }));
}

/** A whole number for which `holds` is true; an emptied number field holds a text. */
function whole(key: string, holds: (value: number) => boolean, most = Number.MAX_SAFE_INTEGER) {
  return z.union([z.number(), z.string()]).check(
    z.refine((typed) => typed !== '', { error: message('mandatory'), abort: true }),
    z.refine((typed) => !(Math.abs(Number(typed)) > most), { error: message('too_much'), abort: true }),
    z.refine((typed) => Number.isSafeInteger(Number(typed)) && holds(Number(typed)), { error: message(key) }),
  );
}

export function zeroOrNegative() {
  return whole('zero_or_negative', (value) => value <= 0);
}

export function zeroOrPositive() {
  return whole('zero_or_positive', (value) => value >= 0);
}

export function greaterThanZero(most?: number) {
  return whole('greater_than_zero', (value) => value > 0, most);
}

/** `#rgb` or `#rrggbb`. */
export function color() {
  return mandatory().check(z.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, message('invalid_color')));
}

/** An address of another server by http or https; may be empty. */
export function httpUrl() {
  return z.string().check(
    z.trim(),
    z.refine((url) => url === '' || /^https?:\/\/[^/\s\\][^\s\\]*$/.test(url), { error: message('invalid_url') }),
  );
}

const hostName = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*(:[1-9]\d{0,4})?$/i;

/** The name of a host, with a port if it has one of its own; may be empty. */
export function host() {
  return z.string().check(
    z.trim(),
    z.refine((name) => name === '' || hostName.test(name), { error: message('invalid_host') }),
  );
}

/** A whole number; may be empty. */
export function wholeNumber() {
  return z
    .union([z.number(), z.string()])
    .check(z.refine((typed) => typed === '' || Number.isSafeInteger(Number(typed)), { error: message('number') }));
}

/** Several of a list, at least one. */
export function some() {
  return z.array(z.number()).check(z.minLength(1, message('mandatory')));
}
