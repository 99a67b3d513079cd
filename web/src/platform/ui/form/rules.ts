import * as z from 'zod/mini';

/** Form rules whose messages are keys of the `form_rules` namespace; parameters travel behind the key as JSON. */

function message(key: string, params?: Record<string, unknown>): string {
  return params === undefined ? `form_rules.${key}` : `form_rules.${key}?${JSON.stringify(params)}`;
}

function mandatory() {
  return z.string().check(z.trim(), z.minLength(1, message('mandatory')));
}

/** For passwords: blanks at the ends belong to them. */
export function mandatoryVerbatim() {
  return z.string().check(z.minLength(1, message('mandatory')));
}

export function email() {
  return mandatory().check(z.email(message('invalid_email')));
}

export function minLength(min: number, name: string) {
  return mandatoryVerbatim().check(z.minLength(min, message('min_length', { name, min })));
}

export function maxLength(max: number, name: string) {
  return mandatory().check(z.maxLength(max, message('max_length', { name, max })));
}

export function passwordsMatch<Shape extends { new_password: string; repeated: string }>() {
  return z.refine<Shape>((form) => form.new_password === form.repeated, {
    error: message('password_match'),
    path: ['repeated'],
  });
}
