import { pictureAt } from '../base-path';
import classes from './PersonAvatar.module.css';

type Props = { name: string; src: string | null; size?: number };

/** A hue that stays the same for the same name. */
function hue(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
}

/** The person's picture, or the first letter of the name; decoration beside the name. */
export function PersonAvatar({ name, src, size = 36 }: Props) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.42), '--hue': hue(name) };
  if (src !== null) return <img className={classes['avatar']} style={style} src={pictureAt(src)} alt="" />;
  return (
    <span className={classes['avatar']} style={style} aria-hidden>
      {name.trim().charAt(0).toLocaleUpperCase()}
    </span>
  );
}
