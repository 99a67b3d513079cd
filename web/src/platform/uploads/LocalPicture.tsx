import { IconFile } from '@tabler/icons-react';
import { pictureOf } from '../../platform/uploads/own-pictures';
import classes from './LocalPicture.module.css';

/** A small picture of a file that this page has, or the sign of a file. */
export function LocalPicture({ file, size }: { file: File | null; size: number }) {
  const src = file && pictureOf(file);
  return (
    <span className={classes['frame']} style={{ width: size, height: size }}>
      {src === null ? <IconFile size={size / 2} stroke={1.5} aria-hidden /> : <img src={src} alt="" decoding="async" />}
    </span>
  );
}
