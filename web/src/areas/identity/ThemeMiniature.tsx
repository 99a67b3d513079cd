import { useComputedColorScheme } from '@mantine/core';
import type { ThemeConfig } from '../../platform/theme/palettes';
import { tokens } from '../../platform/theme/tokens';
import classes from './ThemeMiniature.module.css';

/** A miniature of the page in a theme. */
export function ThemeMiniature({ config }: { config: ThemeConfig }) {
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const { bar, barText, bg, surface, border, primary, soft } = tokens(config, dark);
  const style = {
    '--bar': bar,
    '--bar-text': barText,
    '--bg': bg,
    '--surface': surface,
    '--border': border,
    '--primary': primary,
    '--soft': soft,
  };
  return (
    <span className={classes['page']} style={style} aria-hidden>
      <span className={classes['bar']} />
      <span className={classes['drawer']} />
      <span className={classes['card']} />
      <span className={classes['button']} />
    </span>
  );
}
