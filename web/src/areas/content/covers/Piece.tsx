import { useState } from 'react';
import { isTransparent, placeholderUrl } from '../entry/placeholder';
import type { Frame } from '../entry/rendition-sizes';
import { useEntryType } from '../entry/use-entry-type';
import { usePictures } from '../entry/use-pictures';
import type { CoverPicture } from './cover-queries';
import classes from './Piece.module.css';

/** One picture: its colours first. A page is shown from its top, a scene from its middle; what is transparent as a whole. */
export function Piece({ appId, picture, frame }: { appId: number; picture: CoverPicture; frame: Frame }) {
  const shown = usePictures(appId)(picture, frame);
  const { scene = false } = useEntryType(picture);
  const [loaded, setLoaded] = useState(false);
  const colours = placeholderUrl(picture.preview.placeholder);
  // Through a transparent picture its own colours would be seen.
  const bare = loaded && isTransparent(picture.preview.placeholder);
  return (
    <span
      className={classes['piece']}
      data-transparent={bare || undefined}
      style={colours === null || bare ? {} : { backgroundImage: `url(${colours})` }}
    >
      {shown && (
        <img
          {...shown}
          alt=""
          decoding="async"
          draggable={false}
          data-page={!scene || undefined}
          data-loaded={loaded || undefined}
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0 && !loaded) setLoaded(true);
          }}
          onLoad={() => setLoaded(true)}
        />
      )}
    </span>
  );
}
