import { contrast, isColor, textOn } from '../platform/theme/contrast';
import { builtInPalette, type ThemeConfig } from '../platform/theme/palettes';
import { tokens } from '../platform/theme/tokens';

/** Below it, a button of the accent would not stand out from the bar. */
const STANDS_OUT = 3;

/** The button on the bar: the accent, if it can be seen there. */
function barButton(config: ThemeConfig, bar: string, barText: string): Record<string, string> {
  const accent = isColor(config.accent) ? config.accent : builtInPalette.accent;
  const fill = contrast(accent, bar) >= STANDS_OUT ? accent : barText;
  return { barButton: fill, onBarButton: textOn(fill) };
}

function properties(config: ThemeConfig, dark: boolean): string {
  const values = tokens(config, dark);
  const all = Object.entries({ ...values, ...barButton(config, values.bar, values.barText) });
  return all.map(([name, value]) => `--v-${kebab(name)}:${value}`).join(';');
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The page's colours: the tenant's, corrected as everywhere, by day and by night. */
export function themeCss(config: ThemeConfig | null): string {
  const given = config ?? builtInPalette;
  return `:root{${properties(given, false)}}@media (prefers-color-scheme:dark){:root{${properties(given, true)}}}`;
}

const sheet = new CSSStyleSheet();

/** As a sheet of the script: the page's policy allows no styles in its elements. */
export function applyTheme(config: ThemeConfig | null): void {
  sheet.replaceSync(themeCss(config));
  document.adoptedStyleSheets = [sheet];
}
