import type { TFunction } from 'i18next';
import type { EntryDetail } from './queries';

/** Why there is no preview of a file, in words; null where it is not known. Nothing is wrong with a file that is empty. */
export function lackWords(
  { size }: Pick<EntryDetail, 'size'>,
  reason: EntryDetail['preview_reason'],
  t: TFunction<'content'>,
): string | null {
  if (reason === null) return null;
  return size === 0 ? t('preview.empty') : t(`preview.why.${reason}`);
}
