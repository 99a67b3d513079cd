/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { hueOf, initials } from '../platform/ui/initials';
import type { Front } from './answers';
import classes from './Brand.module.css';
import { logoUrl } from './link-api';

/** A picture so much wider than high holds the name itself. */
const WIDE = 1.8;

/** Whose page it is: logo and name of the tenant, or the product's name. */
export function Brand({ front }: { front: Front | null }) {
  const name = front?.tenant_title ?? 'Vitrine';
  const logo = front?.theme_config?.logo ?? null;
  const [failed, setFailed] = useState(false);
  const [wide, setWide] = useState(false);
  return (
    <span class={classes['brand']} data-wide={wide || undefined}>
      {logo !== null && !failed ? (
        <img
          class={classes['logo']}
          src={logoUrl(logo)}
          alt=""
          onLoad={({ currentTarget: image }) => setWide(image.naturalWidth / image.naturalHeight >= WIDE)}
          onError={() => setFailed(true)}
        />
      ) : (
        <span class={classes['letters']} style={{ '--hue': hueOf(name) }} data-initials={initials(name)} />
      )}
      <span class={classes['name']}>{name}</span>
    </span>
  );
}
