import { formatSize } from '../../platform/i18n/format-size';
import { formatMoment } from '../../platform/i18n/moments';
import type { AllLogWords } from '../../platform/registry/log-words';

/** The person's words for what is either so or not, and their language. */
interface Said {
  yes: string;
  no: string;
  language: string;
}

/** A value of a field as people read it. */
export function valueInWords(words: AllLogWords, field: string, value: string, { yes, no, language }: Said): string {
  if (words.yesOrNo.has(field) && (value === 'true' || value === 'false')) return value === 'true' ? yes : no;
  const isNumber = /^\d+$/.test(value);
  if (isNumber && words.moments.has(field)) return formatMoment(Number(value), language);
  if (isNumber && words.sizes.has(field)) return formatSize(Number(value), language);
  return words.values.get(`${field} ${value}`)?.() ?? value;
}
