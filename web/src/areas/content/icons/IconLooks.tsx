import { useTranslation } from 'react-i18next';
import { useThemeChoice } from '../../../platform/theme/ThemeProvider';
import { tokens } from '../../../platform/theme/tokens';
import type { Square } from './crop';
import classes from './IconLooks.module.css';
import { SquareCanvas } from './SquareCanvas';

/** How the icon looks on a card and in a line, in light and in dark. */
export function IconLooks({ picture, square, name }: { picture: ImageBitmap; square: Square; name: string }) {
  const { t } = useTranslation('content_actions');
  const { config } = useThemeChoice();
  return (
    <div className={classes['looks']}>
      {(['light', 'dark'] as const).map((scheme) => {
        const { sunken, surface, border, text } = tokens(config, scheme === 'dark');
        const style = { '--sunken': sunken, '--surface': surface, '--border': border, '--text': text };
        return (
          <figure key={scheme} className={classes['look']}>
            <div className={classes['card']} style={style} aria-hidden>
              <span className={classes['well']}>
                <SquareCanvas picture={picture} square={square} edge={192} className={classes['large']} />
              </span>
              <span className={classes['line']}>
                <SquareCanvas picture={picture} square={square} edge={60} className={classes['small']} />
                <span className={classes['name']} dir="auto">
                  {name}
                </span>
              </span>
            </div>
            <figcaption>{t(`icon.${scheme}`)}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
