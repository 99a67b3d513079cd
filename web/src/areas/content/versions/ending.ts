/** Endings of one type that differ by habit alone. */
const ALIKE: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jpe'],
  ['tif', 'tiff'],
  ['htm', 'html'],
  ['md', 'markdown'],
  ['yml', 'yaml'],
  ['mpg', 'mpeg'],
  ['mid', 'midi'],
  ['aif', 'aiff'],
];

/** What a name ends with, "pdf"; empty for a name without an ending. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** Whether a file of this name can become a version of that one, whose name and ending stay. */
export function isOfOneType(name: string, other: string): boolean {
  const [one, two] = [endingOf(name), endingOf(other)];
  return one === two || ALIKE.some((alike) => alike.includes(one) && alike.includes(two));
}
