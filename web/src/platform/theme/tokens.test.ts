import { describe, expect, it } from 'vitest';
import { contrast, readable, textOn } from './contrast';
import { builtInPalette, type ThemeConfig } from './palettes';
import { tokens } from './tokens';

const palettes: Readonly<Record<string, Partial<ThemeConfig>>> = {
  green: { appBarBgColor: '#111113', primary: '#1b7f4b' },
  blue: { appBarBgColor: '#0b1f3a', primary: '#1d5fd1' },
  orange: { appBarBgColor: '#2a1608', primary: '#f08c00' },
  red: { appBarBgColor: '#ffffff', appBarTxtColor: '#1a1a1c', primary: '#d0333c' },
  yellow: { appBarBgColor: '#111113', primary: '#f5c400' },
  purple: { appBarBgColor: '#221539', primary: '#7b3fe4' },
  'a careless tenant': {
    appBarBgColor: '#888888',
    appBarTxtColor: '#8a8a8a',
    appBackground: '#777777',
    primary: '#ffff00',
    error: '#ffcccc',
    warning: '#ffe',
    success: 'seagreen',
  },
};

const cases = Object.keys(palettes).flatMap((name) => [[name, 'light'] as const, [name, 'dark'] as const]);

describe.each(cases)('the %s theme, %s', (name, scheme) => {
  const t = tokens({ ...builtInPalette, ...palettes[name] }, scheme === 'dark');
  const grounds = [t.bg, t.surface, t.sunken, t.hover];

  it('has text that reads on every surface', () => {
    const texts = { text: t.text, muted: t.muted, icon: t.icon, link: t.link, error: t.error, info: t.info };
    const more = { ...texts, success: t.success, warning: t.warning };
    for (const [token, color] of Object.entries(more)) {
      for (const ground of grounds)
        expect(contrast(color, ground), `${token} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has text that reads on its filled surfaces and on the bar', () => {
    expect(contrast(t.onPrimary, t.primary)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t.onPrimary, t.primaryHover)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t.softText, t.soft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t.barText, t.bar)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t.barMuted, t.barField)).toBeGreaterThanOrEqual(4.5);
  });

  it('has a checkerboard on which white and black can be seen', () => {
    for (const square of [t.checkerPale, t.checkerDeep]) {
      expect(contrast('#ffffff', square)).toBeGreaterThanOrEqual(1.3);
      expect(contrast('#000000', square)).toBeGreaterThanOrEqual(4.5);
    }
    // By day it is about as light as what is around it.
    if (scheme === 'light') expect(contrast(t.checkerDeep, t.sunken)).toBeLessThan(1.5);
  });

  it('has controls and a focus ring that can be seen', () => {
    for (const ground of grounds) expect(contrast(t.primaryUi, ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(t.borderControl, t.surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(t.borderControl, t.bg)).toBeGreaterThanOrEqual(3);
  });
});

it('wears_a_light_bar_by_day_and_a_surface_by_night', () => {
  const red = { ...builtInPalette, ...palettes['red'] };
  expect(tokens(red, false)).toMatchObject({ bar: '#ffffff', barText: '#1a1a1c' });
  const dark = tokens(red, true);
  expect(dark).toMatchObject({ bar: dark.surface, barText: dark.text });
  expect(tokens({ ...builtInPalette, ...palettes['purple'] }, true).bar).toBe('#221539');
});

it('leaves a good colour as it is', () => {
  const { primary, link } = tokens({ ...builtInPalette, primary: '#1d5fd1' }, false);
  expect([primary, link]).toEqual(['#1d5fd1', '#1d5fd1']);
});

it('falls back to the built-in colour for what is no colour', () => {
  expect(tokens({ ...builtInPalette, primary: 'url(evil)' }, false).primary).toBe(builtInPalette.primary);
});

it('moves a colour no further than needed', () => {
  const corrected = readable('#f08c00', ['#ffffff'], 4.5);
  expect(contrast(corrected, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(corrected, '#ffffff')).toBeLessThan(4.8);
});

it.each([
  ['#111113', '#ffffff'],
  ['#f5c400', '#1a1b1e'],
  ['#ffffff', '#1a1b1e'],
])('writes on %s in %s', (ground, ink) => {
  expect(textOn(ground)).toBe(ink);
});
