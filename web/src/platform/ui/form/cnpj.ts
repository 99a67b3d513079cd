/** The number of a Brazilian company, ##.###.###/####-##; since 2026 its first twelve characters may be letters. */

const bareLength = 14;

function bare(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, bareLength);
}

/** The typed text with the mask's dots and dashes. */
export function maskCnpj(typed: string): string {
  const [, one = '', two = '', three = '', four = '', five = ''] =
    /^(.{0,2})(.{0,3})(.{0,3})(.{0,4})(.{0,2})$/.exec(bare(typed)) ?? [];
  return [one, two && `.${two}`, three && `.${three}`, four && `/${four}`, five && `-${five}`].join('');
}

/** Weights 2 to 9 repeated from the right; a letter counts as its ASCII code less 48. */
function checkDigit(text: string): number {
  const sum = [...text].reverse().reduce((all, letter, at) => all + (letter.charCodeAt(0) - 48) * (2 + (at % 8)), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

export function isCnpj(typed: string): boolean {
  const text = bare(typed);
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || /^(.)\1*$/.test(text)) return false;
  return checkDigit(text.slice(0, 12)) === Number(text[12]) && checkDigit(text.slice(0, 13)) === Number(text[13]);
}
