/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import classes from './MoreFiles.module.css';
import { say } from './texts';
import type { Listing } from './use-listing';

/** Loads before one is at the end. */
const AHEAD = '1200px';

type Props = { listing: Listing & { more: () => void } };

/** The end of what is loaded: it loads more when it comes near, and is a button for who does not scroll. */
export function MoreFiles({ listing }: Props) {
  const { status, next, more } = listing;
  const end = useRef<HTMLDivElement>(null);
  const waits = status === 'ready' && next !== null;
  useEffect(() => {
    if (!waits || end.current === null) return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && more(), { rootMargin: AHEAD });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [waits, more]);
  return (
    <div class={classes['more']} ref={end}>
      {status === 'loading' && <p role="status">{say('loading')}</p>}
      {status === 'failed' && <p role="alert">{say('moreFailed')}</p>}
      {(waits || status === 'failed') && (
        <button type="button" class="button" data-look="plain" onClick={() => more()}>
          {say(waits ? 'more' : 'again')}
        </button>
      )}
    </div>
  );
}
