/** The parts of a text that commas or blanks separate. */
export const listed = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');
