import { pictureAt } from '../base-path';
import { hueOf, initials } from './initials';
import classes from './PersonAvatar.module.css';

type Props = { name: string; src: string | null; size?: number };

/** The person's picture, or two letters of the name; decoration beside the name. */
export function PersonAvatar({ name, src, size = 36 }: Props) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.38), '--hue': hueOf(name) };
  if (src !== null) return <img className={classes['avatar']} style={style} src={pictureAt(src)} alt="" />;
  // Drawn by the style: as text the letters would belong to the words of a button around them.
  return <span className={classes['avatar']} style={style} data-initials={initials(name)} aria-hidden />;
}
