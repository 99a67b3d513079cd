import type { colours } from './search-params';

/** How each colour that can be chosen is shown. */
export const shades: Readonly<Record<(typeof colours)[number], string>> = {
  red: '#c9372c',
  orange: '#f0913a',
  brown: '#7d5433',
  yellow: '#f6c945',
  green: '#4b9e5f',
  teal: '#3f9fa6',
  blue: '#2f72b5',
  purple: '#7a4f9a',
  white: '#ffffff',
  grey: '#8d9095',
  black: '#1b1b1b',
};
