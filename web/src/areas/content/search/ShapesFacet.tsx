import { useTranslation } from 'react-i18next';
import type { FacetProps } from './FacetColumn';
import classes from './ShapesFacet.module.css';
import { chosen, shapes, toggled } from './search-params';

/** The shapes of pictures, as drawn frames. */
export function ShapesFacet({ asked, facets, change }: FacetProps) {
  const { t } = useTranslation('content_search');
  const picked = chosen(asked.shape, shapes);
  return (
    <div className={classes['shapes']}>
      {shapes.map((shape) => {
        const count = facets.orientations.find(({ orientation }) => orientation === shape)?.count ?? 0;
        const label = t('counted', { what: t(`shape.${shape}`), amount: count });
        return (
          <button
            key={shape}
            type="button"
            className={classes['shape']}
            aria-pressed={picked.includes(shape)}
            aria-label={label}
            title={label}
            onClick={() => change({ ...asked, shape: toggled(asked.shape, shape) })}
          >
            <span className={classes['frame']} data-shape={shape} />
          </button>
        );
      })}
    </div>
  );
}
