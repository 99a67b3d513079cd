/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { Drawn } from './answers';
import { useLaterPicture } from './later-picture';
import classes from './Picture.module.css';
import { blurredUrl, isTransparent, pictureOf } from './pictures';

type Props = {
  entry: Drawn;
  alt: string;
  /** How wide it is shown, for the browser's choice. */
  sizes: string;
  /** `own`: not larger than it is; `contain`: as a whole, and as sharp as the server can draw it. */
  fit?: 'cover' | 'contain' | 'own';
  /** What is seen at once is not loaded late; `first`: before all others. */
  eager?: boolean | 'first';
  /** It could not be loaded, or (false) is tried again. */
  onFailed?: (failed: boolean) => void;
};

/** The picture of an entry over its blurred colours; one that failed is tried again when the connection is back. */
export function Picture({ entry, alt, sizes, fit = 'cover', eager = false, onFailed }: Props) {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const [loaded, setLoaded] = useState<number | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const { stands, drawn } = useLaterPicture(fit === 'contain' ? shown : null);
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
  const { src, srcSet, sizes: chosen } = pictureOf(entry, sizes, drawn);
  const transparent = isTransparent(entry.placeholder);
  const came = loaded === entry.node_id;
  // Through a transparent picture its own colours would be seen, and around a small one.
  const coloured = blurred !== null && fit !== 'contain' && !(came && (transparent || fit === 'own'));
  return (
    <img
      key={`${entry.node_id} ${tries}`}
      class={classes['picture']}
      data-fit={fit}
      data-failed={failed || undefined}
      data-stands={stands || undefined}
      data-transparent={(came && transparent) || undefined}
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
      style={coloured ? { backgroundImage: `url(${blurred})` } : undefined}
      draggable={false}
      onLoad={({ currentTarget }) => {
        setLoaded(entry.node_id);
        setShown(currentTarget.currentSrc || null);
      }}
      onError={() => {
        setFailed(true);
        onFailed?.(true);
      }}
    />
  );
}
