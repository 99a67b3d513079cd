import { useState } from 'react';
import { pictureAt } from '../base-path';
import { useOrganisation } from '../session/organisation';
import { hueOf, initials } from './initials';
import classes from './OrganisationMark.module.css';
import { Wordmark } from './Wordmark';

/** A picture so much wider than high holds the name itself, and needs no tile. */
const WIDE = 1.8;

/** The organisation's mark and name; the product's where there is none. */
export function OrganisationMark({ height = 28 }: { height?: number }) {
  const { name, logo } = useOrganisation();
  const [wide, setWide] = useState(false);
  if (name === null) return <Wordmark height={height} />;
  const measured = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalHeight > 0) setWide(image.naturalWidth / image.naturalHeight >= WIDE);
  };
  return (
    <span className={classes['organisation']} data-wide={wide || undefined}>
      <span className={classes['tile']} style={{ '--hue': hueOf(name) }} data-letters={logo === null || undefined}>
        {logo === null ? (
          // Drawn by the style: as text they would belong to the words of a link around the mark.
          <span aria-hidden data-initials={initials(name)} />
        ) : (
          <img src={pictureAt(logo)} alt="" ref={measured} onLoad={({ currentTarget }) => measured(currentTarget)} />
        )}
      </span>
      <span className={classes['name']}>{name}</span>
    </span>
  );
}
