/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { Entry } from './answers';
import classes from './Picture.module.css';
import { blurredUrl, pictureOf } from './pictures';

type Props = {
  entry: Entry;
  alt: string;
  /** How wide it is shown, for the browser's choice. */
  sizes: string;
  fit?: 'cover' | 'contain';
  /** What is seen at once is not loaded late; `first`: before all others. */
  eager?: boolean | 'first';
  /** It could not be loaded, or (false) is tried again. */
  onFailed?: (failed: boolean) => void;
};

/** The picture of an entry over its blurred colours; one that failed is tried again when the connection is back. */
export function Picture({ entry, alt, sizes, fit = 'cover', eager = false, onFailed }: Props) {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const blurred = blurredUrl(entry.placeholder);
  useEffect(() => {
    if (!failed) return;
    const again = () => {
      setFailed(false);
      setTries((count) => count + 1);
      onFailed?.(false);
    };
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [failed, onFailed]);
  const { src, srcSet, sizes: chosen } = pictureOf(entry, sizes);
  return (
    <img
      key={`${entry.node_id} ${tries}`}
      class={classes['picture']}
      data-fit={fit}
      data-failed={failed || undefined}
      // The width comes before the sources: a browser begins to load as soon as it knows one.
      sizes={chosen}
      srcset={srcSet}
      src={src}
      alt={alt}
      width={entry.width ?? undefined}
      height={entry.height ?? undefined}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      fetchpriority={eager === 'first' ? 'high' : 'auto'}
      style={blurred !== null && fit === 'cover' ? { backgroundImage: `url(${blurred})` } : undefined}
      draggable={false}
      onError={() => {
        setFailed(true);
        onFailed?.(true);
      }}
    />
  );
}
