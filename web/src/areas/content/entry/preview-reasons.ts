import type { TFunction } from 'i18next';
import { formatTime } from '../../../platform/i18n/moments';
import type { Entry, EntryDetail } from '../queries';

/** Why a file has no preview, as text; null if it is unknown. An empty file is not an error. */
export function lackWords(
  { size }: Pick<EntryDetail, 'size'>,
  reason: EntryDetail['preview_reason'],
  t: TFunction<'content'>,
): string | null {
  if (reason === null) return null;
  return size === 0 ? t('preview.empty') : t(`preview.why.${reason}`);
}

/** The one line of a card whose preview failed: what will happen, or why, in few words. */
export function failureWords(
  { size, preview }: Pick<Entry, 'size' | 'preview'>,
  t: TFunction<'content'>,
  language: string,
): string {
  if (size === 0) return t('preview.empty');
  if (preview.reason !== 'too_slow') return t('preview.error');
  if (preview.retry_at === null) return t('preview.why.too_slow');
  return t('preview.again', { time: formatTime(preview.retry_at, language) });
}
