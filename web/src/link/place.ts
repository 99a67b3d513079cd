import { useCallback, useEffect, useState } from 'preact/hooks';

/** Where one is in what is shared: the folder (null: at its top), and the file that is shown. */
export type Place = { folder: number | null; node: number | null };

function idOf(text: string | null | undefined): number | null {
  const id = Number(text);
  return text && Number.isSafeInteger(id) && id > 0 ? id : null;
}

export function placeAt({ search, hash }: Pick<Location, 'search' | 'hash'>): Place {
  return { folder: idOf(new URLSearchParams(search).get('folder')), node: idOf(hash.slice(1)) };
}

export function addressOf({ folder, node }: Place): string {
  return `${location.pathname}${folder === null ? '' : `?folder=${folder}`}${node === null ? '' : `#${node}`}`;
}

/** The file was opened from its folder, so that Back closes it. */
type Kept = { opened?: boolean } | null;

const scrolls = new Map<number | null, number>();

export type Places = {
  place: Place;
  /** Walks into a folder, or back up. */
  enter: (folder: number | null) => void;
  /** Shows a file; from one to the next there is no step to go back. */
  show: (node: number) => void;
  close: () => void;
};

/** The place, which the address of the page tells: it can be sent to others, and Back goes back. */
export function usePlace(): Places {
  const [place, setPlace] = useState(() => placeAt(location));

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const follow = () => setPlace(placeAt(location));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const enter = useCallback((folder: number | null) => {
    scrolls.set(placeAt(location).folder, window.scrollY);
    scrolls.delete(folder);
    history.pushState(null, '', addressOf({ folder, node: null }));
    setPlace(placeAt(location));
  }, []);
  const show = useCallback((node: number) => {
    const { folder, node: shown } = placeAt(location);
    if (shown === null) history.pushState({ opened: true } satisfies Kept, '', addressOf({ folder, node }));
    else history.replaceState(history.state, '', addressOf({ folder, node }));
    setPlace({ folder, node });
  }, []);
  const close = useCallback(() => {
    if ((history.state as Kept)?.opened) return history.back();
    const { folder } = placeAt(location);
    history.replaceState(null, '', addressOf({ folder, node: null }));
    setPlace({ folder, node: null });
  }, []);
  return { place, enter, show, close };
}

/** How far the folder was scrolled when it was left. */
export function keptScroll(folder: number | null): number {
  return scrolls.get(folder) ?? 0;
}
