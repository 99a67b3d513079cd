import { type EntryType, keysOf, typeGroups } from '../../../platform/registry/entry-types';

/** What is asked for, as the address says it. Lists are separated by commas, so that addresses stay readable. */
export interface Asked {
  term?: string | undefined;
  /** Groups of types: `pictures,films`. */
  type?: string | undefined;
  /** Changed from the one moment on and before the other; seconds since 1970. */
  since?: number | undefined;
  until?: number | undefined;
  /** Ids of people who brought it. */
  by?: string | undefined;
  shape?: string | undefined;
  /** Colours that lead in a picture; one of them is enough. */
  colour?: string | undefined;
  /** The least pixels of the longer side. */
  px?: number | undefined;
  /** The folder to stay below. */
  below?: number | undefined;
  order?: 'newest' | undefined;
  view?: 'list' | undefined;
}

export const shapes = ['landscape', 'portrait', 'square', 'panorama'] as const;
export const colours = [
  ...(['red', 'orange', 'brown', 'yellow', 'green', 'teal', 'blue', 'purple'] as const),
  ...(['white', 'grey', 'black'] as const),
] as const;

function words(value: unknown): string[] {
  return typeof value === 'string' || typeof value === 'number' ? String(value).split(',') : [];
}

function whole(value: unknown): number | null {
  const number = Number(value);
  return value !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** The chosen values of a list. */
export function chosen<Value extends string>(list: string | undefined, of: readonly Value[]): Value[] {
  const said = words(list);
  return of.filter((value) => said.includes(value));
}

export function people(list: string | undefined): number[] {
  return words(list).flatMap((id) => whole(id) ?? []);
}

/** Reads an address; what nobody can have chosen is left out. */
export function readAsked(search: Record<string, unknown>): Asked {
  const { term } = search;
  const [since, until, px, below] = ['since', 'until', 'px', 'below'].map((key) => whole(search[key]));
  const type = chosen(words(search['type']).join(), typeGroups).join();
  const shape = chosen(words(search['shape']).join(), shapes).join();
  const colour = chosen(words(search['colour']).join(), colours).join();
  const by = people(words(search['by']).join()).join();
  return {
    ...((typeof term === 'string' || typeof term === 'number') && { term: String(term) }),
    ...(type !== '' && { type }),
    ...(since && { since }),
    ...(until && { until }),
    ...(by !== '' && { by }),
    ...(shape !== '' && { shape }),
    ...(colour !== '' && { colour }),
    ...(px && { px }),
    ...(below && { below }),
    ...(search['order'] === 'newest' && { order: 'newest' }),
    ...(search['view'] === 'list' && { view: 'list' }),
  };
}

/** The parameters of the server for it; `known` are the types of all areas. */
export function filterOf(asked: Asked, known: readonly EntryType[]) {
  const types = chosen(asked.type, typeGroups).flatMap((group) => keysOf(known, group));
  return {
    ...(types.length > 0 && { types: types.join() }),
    ...(asked.since !== undefined && { since: asked.since }),
    ...(asked.until !== undefined && { until: asked.until }),
    ...(asked.by !== undefined && { people: asked.by }),
    ...(asked.shape !== undefined && { orientations: asked.shape }),
    ...(asked.colour !== undefined && { colours: asked.colour }),
    ...(asked.px !== undefined && { pixels_from: asked.px }),
    ...(asked.below !== undefined && { parent_id: asked.below }),
  };
}

/** Whether anything but the words is asked for. */
export function isNarrowed({ term: _, order: __, view: ___, ...filters }: Asked): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** A list with a value added or taken out. */
export function toggled(list: string | undefined, value: string): string | undefined {
  const said = words(list);
  const next = said.includes(value) ? said.filter((other) => other !== value) : [...said, value];
  return next.length > 0 ? next.join() : undefined;
}

/** Only the words are left, and how hits are shown. */
export function withoutFilters({ term, order, view }: Asked): Asked {
  return { ...(term !== undefined && { term }), ...(order && { order }), ...(view && { view }) };
}
