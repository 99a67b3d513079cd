/** Colour arithmetic on `#rrggbb` (WCAG 2.2 contrast), pure, so that a tenant's colours can be corrected and tested. */

type Rgb = readonly [number, number, number];

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export function isColor(value: string): boolean {
  return hex.test(value);
}

function parse(color: string): Rgb {
  const digits = color.slice(1);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const value = Number.parseInt(full, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function format(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** `amount` 0 gives `color`, 1 gives `other`. */
export function mix(color: string, other: string, amount: number): string {
  const [r, g, b] = parse(color);
  const [or, og, ob] = parse(other);
  return format([r + (or - r) * amount, g + (og - g) * amount, b + (ob - b) * amount]);
}

function luminance(color: string): number {
  const [r, g, b] = parse(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [bright, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

const ink = '#1a1b1e';
const black = '#000000';
const white = '#ffffff';

/** The text colour for a filled surface: white if it is readable, else near black. */
export function textOn(background: string): string {
  if (contrast(white, background) >= 4.5) return white;
  return contrast(ink, background) >= 4.5
    ? ink
    : contrast(white, background) > contrast(black, background)
      ? white
      : black;
}

/** Moves `color` towards black or white, no further than needed, until it reaches `ratio` on every background. */
export function readable(color: string, backgrounds: readonly string[], ratio: number): string {
  const enough = (candidate: string) => backgrounds.every((background) => contrast(candidate, background) >= ratio);
  const brightness = Math.max(...backgrounds.map((background) => luminance(background)));
  const target = brightness > 0.18 ? black : white;
  for (let step = 0; step <= 100; step += 1) {
    const candidate = mix(color, target, step / 100);
    if (enough(candidate)) return candidate;
  }
  return target;
}
