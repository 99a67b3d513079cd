import type { CSSProperties } from 'react';
import { contrast } from '../platform/theme/contrast';
import type { ThemeConfig } from '../platform/theme/palettes';
import { tokens } from '../platform/theme/tokens';
import classes from './DesignPage.module.css';
import { Section } from './Section';
import { themes } from './themes';

/** The tokens of a theme in one scheme, each with its contrast to the surface. */
export function Colours({ config, dark }: { config: ThemeConfig; dark: boolean }) {
  const values = tokens(config, dark);
  return (
    <Section title="Colours">
      <div className={classes['colours']}>
        {Object.entries(values).map(([name, value]) => (
          <div key={name} className={classes['colour']}>
            <span className={classes['swatch']} style={{ background: value }} />
            <span>
              {name}
              <br />
              <span className={classes['note']}>
                {value} · {contrast(value, values.surface).toFixed(1)}:1
              </span>
            </span>
          </div>
        ))}
      </div>
    </Section>
  );
}

/** What the small picture of a theme needs, as properties of its own: the page around it wears another theme. */
function worn(config: ThemeConfig, dark: boolean): CSSProperties {
  const { bar, barText, bg, text, primary, onPrimary, soft, softText, link } = tokens(config, dark);
  return {
    '--bar': bar,
    '--bar-text': barText,
    '--bg': bg,
    '--text': text,
    '--primary': primary,
    '--on-primary': onPrimary,
    '--soft': soft,
    '--soft-text': softText,
    '--link': link,
  } as CSSProperties;
}

/** All themes in both schemes, beside each other. */
export function Themes() {
  return (
    <Section title="Themes">
      <div className={classes['themes']}>
        {themes.flatMap(({ title, config }) =>
          [false, true].map((dark) => (
            <div key={`${title} ${dark}`} className={classes['theme']} style={worn(config, dark)}>
              <div className={classes['bar']}>
                {title}, {dark ? 'dark' : 'light'}
              </div>
              <div className={classes['body']}>
                <span className={classes['primary']}>Save</span>
                <span className={classes['soft']}>Chosen</span>
                <span className={classes['link']}>A link</span>
              </div>
            </div>
          )),
        )}
      </div>
    </Section>
  );
}
