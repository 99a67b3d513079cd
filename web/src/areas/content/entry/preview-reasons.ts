import type { TFunction } from 'i18next';
import type { EntryDetail } from '../queries';

/** Why a file has no preview, as text; null if it is unknown. An empty file is not an error. */
export function lackWords(
  { size }: Pick<EntryDetail, 'size'>,
  reason: EntryDetail['preview_reason'],
  t: TFunction<'content'>,
): string | null {
  if (reason === null) return null;
  return size === 0 ? t('preview.empty') : t(`preview.why.${reason}`);
}
