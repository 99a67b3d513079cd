import type { components } from '../api/schema';

export type ThemeConfig = components['schemas']['ThemeConfig'];

/** The theme of the login page, before the user's theme is known. */
export const builtInPalette: ThemeConfig = {
  logo: null,
  font: 'Inter',
  appBarBgColor: '#111113',
  appBarTxtColor: '#ffffff',
  appBackground: '#f6f6f7',
  primary: '#1b7f4b',
  secondary: '#5c616b',
  defaultIconColor: '#5c616b',
  accent: '#1b7f4b',
  error: '#c92a2a',
  info: '#1864ab',
  success: '#2b7a3d',
  warning: '#b35c00',
};
