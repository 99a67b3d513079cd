import * as z from 'zod/mini';

const LONGEST_SIDE = 16_000;

const within = (typed: number | string, most: number) =>
  Number.isInteger(Number(typed)) && Number(typed) >= 1 && Number(typed) <= most;

/** One side of a picture; an emptied field follows from the other side. */
export function pixelsIfGiven() {
  return z
    .union([z.number(), z.string()])
    .check(z.refine((typed) => typed === '' || within(typed, LONGEST_SIDE), { error: 'form_rules.pixels' }));
}

export function quality() {
  return z
    .union([z.number(), z.string()])
    .check(z.refine((typed) => typed !== '' && within(typed, 100), { error: 'form_rules.quality' }));
}

/** `#rgb` or `#rrggbb`; may be empty. */
export function colourIfGiven() {
  const isColour = (text: string) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
  return z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isColour(text), { error: 'form_rules.invalid_color' }),
  );
}
