import { useTranslation } from 'react-i18next';
import classes from './ColoursFacet.module.css';
import { shades } from './colour-shades';
import type { FacetProps } from './FacetColumn';
import { chosen, colours, toggled } from './search-params';

/** The colours that lead in pictures, as dots. */
export function ColoursFacet({ asked, facets, change }: FacetProps) {
  const { t } = useTranslation('content_search');
  const picked = chosen(asked.colour, colours);
  return (
    <div className={classes['colours']}>
      {colours.map((colour) => {
        const count = facets.colours.find((one) => one.colour === colour)?.count ?? 0;
        const label = t('counted', { what: t(`colour.${colour}`), amount: count });
        return (
          <button
            key={colour}
            type="button"
            className={classes['colour']}
            aria-pressed={picked.includes(colour)}
            aria-label={label}
            title={label}
            onClick={() => change({ ...asked, colour: toggled(asked.colour, colour) })}
          >
            <span className={classes['dot']} style={{ background: shades[colour] }} />
          </button>
        );
      })}
    </div>
  );
}
