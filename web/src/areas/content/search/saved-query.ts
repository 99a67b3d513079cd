import { type Asked, readAsked } from './search-params';

/** What is asked for as a saved search keeps it: the same for all ways to come to it. How hits are shown is not kept. */
export function queryOf({ view: _, term, ...asked }: Asked): string {
  const words = { ...(term !== undefined && { term: term.trim() }), ...asked };
  const said = Object.entries(words).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, sorted(name, String(value))]],
  );
  return new URLSearchParams(said.sort()).toString();
}

export function askedOf(query: string): Asked {
  return readAsked(Object.fromEntries(new URLSearchParams(query)));
}

/** The order in which values were chosen means nothing. */
function sorted(name: string, value: string): string {
  return name === 'term' ? value : value.split(',').sort().join();
}
