import type { Schema } from '../../../platform/api/client';
import { mix } from '../../../platform/theme/contrast';
import { builtInPalette, type ThemeConfig } from '../../../platform/theme/palettes';
import { tokens } from '../../../platform/theme/tokens';

export type Theme = Schema<'Theme'>;

/** The colours of a theme, in the order of the editor: the bar, the page, and the states. */
export const colorGroups = {
  bar: ['appBarBgColor', 'appBarTxtColor'],
  page: ['primary', 'secondary', 'accent', 'appBackground', 'defaultIconColor'],
  states: ['error', 'info', 'success', 'warning'],
} as const;

export type ColorName = (typeof colorGroups)[keyof typeof colorGroups][number];

export const fonts = ['Inter', 'Arial', 'Georgia', 'Tahoma', 'Times New Roman', 'Trebuchet MS', 'Verdana'] as const;

/** A theme to begin with: a palette without its logo. */
export function blank(from: ThemeConfig = builtInPalette): ThemeConfig {
  return { ...from, logo: null };
}

export type Correction = { name: ColorName; wanted: string; shown: string };

/** The colours that the page will correct, because they would be unreadable. */
export function corrections(config: ThemeConfig): readonly Correction[] {
  const shown = tokens(config, false);
  const pairs = [
    ['appBarTxtColor', shown.barText],
    ['primary', shown.link],
    ['appBackground', shown.bg],
    ['defaultIconColor', shown.icon],
    ['error', shown.error],
    ['info', shown.info],
    ['success', shown.success],
    ['warning', shown.warning],
  ] as const;
  return pairs.flatMap(([name, color]) => {
    const wanted = mix(config[name], config[name], 0);
    return wanted === color ? [] : [{ name, wanted, shown: color }];
  });
}
