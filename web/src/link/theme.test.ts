import { expect, it } from 'vitest';
import { contrast } from '../platform/theme/contrast';
import { builtInPalette } from '../platform/theme/palettes';
import { themeCss } from './theme';

/** The value of a property, by day and by night. */
function valuesOf(css: string, name: string): string[] {
  return [...css.matchAll(new RegExp(`--v-${name}:(#[0-9a-f]{3,6})`, 'gi'))].map(([, value = '']) => value);
}

it.each([
  ['the built-in colours', null],
  ['Casa Lumen', { ...builtInPalette, appBarBgColor: '#1f3d3a', accent: '#e8a23a', appBackground: '#fbf8f2' }],
  ['an accent like the bar', { ...builtInPalette, appBarBgColor: '#1f3d3a', accent: '#20403c' }],
  ['a light bar', { ...builtInPalette, appBarBgColor: '#ffffff', appBarTxtColor: '#eeeeee', accent: '#fffbe0' }],
  ['no colour at all', { ...builtInPalette, accent: 'red;}body{display:none' }],
])('the button on the bar can be seen and read: %s', (_, config) => {
  const css = themeCss(config);
  const [bars, buttons, words] = ['bar', 'bar-button', 'on-bar-button'].map((name) => valuesOf(css, name));
  expect(buttons).toHaveLength(2);
  for (const [scheme, button] of (buttons ?? []).entries()) {
    expect(contrast(button, bars?.[scheme] ?? '')).toBeGreaterThanOrEqual(3);
    expect(contrast(button, words?.[scheme] ?? '')).toBeGreaterThanOrEqual(4.5);
  }
  expect(css).not.toContain('display:none');
});

it('keeps the accent of a tenant where it stands out', () => {
  const css = themeCss({ ...builtInPalette, appBarBgColor: '#1f3d3a', accent: '#e8a23a' });
  expect(valuesOf(css, 'bar-button')).toEqual(['#e8a23a', '#e8a23a']);
});
