/** What may be downloaded by a link: files as they are, and pictures in the sizes of the organisation or in any. */
export type Gives = 'all' | 'originals_presets' | 'originals' | 'sizes' | 'presets';

type Sizes = 'none' | 'presets' | 'any';

/** The same as the server says it. */
export interface Offer {
  originals?: boolean;
  sizes?: Sizes;
}

const offers: Readonly<Record<Gives, Required<Offer>>> = {
  all: { originals: true, sizes: 'any' },
  originals_presets: { originals: true, sizes: 'presets' },
  originals: { originals: true, sizes: 'none' },
  sizes: { originals: false, sizes: 'any' },
  presets: { originals: false, sizes: 'presets' },
};

export const allGives = Object.keys(offers).filter((one) => isGives(one));

export function isGives(text: string): text is Gives {
  return Object.hasOwn(offers, text);
}

export const offerOf = (gives: Gives): Required<Offer> => offers[gives];

export function givesOf({ originals = true, sizes = 'any' }: Offer): Gives {
  if (sizes === 'none') return 'originals';
  if (originals) return sizes === 'any' ? 'all' : 'originals_presets';
  return sizes === 'any' ? 'sizes' : 'presets';
}
