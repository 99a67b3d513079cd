/** So many entries one link shows. */
export const MOST_ENTRIES = 200;
