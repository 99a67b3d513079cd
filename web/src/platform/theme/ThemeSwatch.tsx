import type { ThemeConfig } from './palettes';
import classes from './ThemeSwatch.module.css';
import { tokens } from './tokens';

/** A theme in two colours: its app bar and its primary, as they will be drawn. */
export function ThemeSwatch({ config }: { config: ThemeConfig }) {
  const { bar, primary } = tokens(config, false);
  return <span className={classes['swatch']} style={{ '--bar': bar, '--primary': primary }} aria-hidden />;
}
