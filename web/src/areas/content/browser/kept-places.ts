const STORED = 'kept_places';
const MOST = 100;

let places: Map<string, number> | null = null;

function read(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED) ?? '[]'));
  } catch {
    return new Map();
  }
}

function write(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...(places ?? [])].slice(-MOST)));
  } catch {
    // Without storage, a list begins at its top after a reload.
  }
}

/** In memory while the page lives, and in the tab's own storage when it is left or reloaded. */
function known(): Map<string, number> {
  if (places !== null) return places;
  places = read();
  window.addEventListener('pagehide', write);
  return places;
}

/** How far the list of an entry of the history was scrolled; null if it stood at its top. */
export function keptPlace(key: string): number | null {
  const top = known().get(key);
  return typeof top === 'number' && top > 0 ? top : null;
}

export function keepPlace(key: string, top: number): void {
  known().delete(key);
  known().set(key, Math.round(top));
}
