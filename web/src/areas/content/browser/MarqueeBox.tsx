import classes from './MarqueeBox.module.css';
import type { Box } from './marquee-box';

/** The box that the mouse draws around entries. */
export function MarqueeBox({ box: { left, top, right, bottom } }: { box: Box }) {
  return <div className={classes['box']} style={{ left, top, width: right - left, height: bottom - top }} />;
}
