import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './LocalPicture.module.css';
import { pictureOf } from './own-pictures';

/** A small picture of a file that this page has, or the sign of a file if the browser cannot draw it. */
export function LocalPicture({ file, size }: { file: File | null; size: number }) {
  const [isBroken, setBroken] = useState(false);
  const src = file && pictureOf(file);
  return (
    <span className={classes['frame']} style={{ width: size, height: size }}>
      {src === null || isBroken ? (
        <IconFile size={size / 2} stroke={1.5} aria-hidden />
      ) : (
        <img src={src} alt="" decoding="async" onError={() => setBroken(true)} />
      )}
    </span>
  );
}
