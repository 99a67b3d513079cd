import classes from './FitDrawing.module.css';
import { drawnFit, type Fit, type Look, type Source } from './look';

type Props = { fit: Fit; look: Look; source: Source | null };

/** The frame in the proportion of the wanted size, with a picture in it as this fit places it. */
export function FitDrawing({ fit, look, source }: Props) {
  const { frame, picture } = drawnFit(fit, look, source);
  return (
    <span className={classes['frame']} data-fit={fit} style={frame} aria-hidden>
      <span className={classes['picture']} style={picture} />
    </span>
  );
}
