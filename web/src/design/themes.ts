import { builtInPalette, type ThemeConfig } from '../platform/theme/palettes';

function palette(title: string, changes: Partial<ThemeConfig>): { title: string; config: ThemeConfig } {
  return { title, config: { ...builtInPalette, ...changes } };
}

/** Six palettes that strain the tokens: the built-in one, dark and light bars, a pale primary, a loud one, and grey. */
export const themes = [
  palette('Vitrine', {}),
  palette('Forest', { appBarBgColor: '#1f3d3a', primary: '#1f3d3a', accent: '#e8a23a', appBackground: '#fbf8f2' }),
  palette('Paper', { appBarBgColor: '#ffffff', appBarTxtColor: '#1a1b1e', primary: '#2257d6', accent: '#2257d6' }),
  palette('Lemon', { appBarBgColor: '#2b2b2b', primary: '#f5d90a', accent: '#f5d90a' }),
  palette('Signal', { appBarBgColor: '#a3001b', primary: '#e4002b', accent: '#e4002b', appBackground: '#fff7f7' }),
  palette('Slate', { appBarBgColor: '#37404d', primary: '#5c616b', accent: '#5c616b', appBackground: '#eef0f3' }),
] as const;
