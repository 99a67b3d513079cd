import type { TFunction } from 'i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatMoment } from '../../../platform/i18n/moments';
import type { Version } from './api';

type Words = TFunction<readonly ['content_panel', 'content']>;

/** "Version 3", or "Version 3, Final". */
export function nameOf({ number, label }: Version, t: Words): string {
  return label === '' ? t('content_panel:version', { number }) : t('content_panel:versionNamed', { number, label });
}

/** "Version 3"; of one that is an earlier one again, which that was: it is in no list any more. */
export function numberOf({ number, restored_from: from }: Version, t: Words): string {
  return from === null ? t('content_panel:version', { number }) : t('content_panel:versionFrom', { number, from });
}

/** When and by whom it was made. */
export function originOf({ made_at, made_by }: Version, t: Words, language: string): string {
  const when = formatMoment(made_at, language);
  return made_by === null ? when : t('content_panel:madeBy', { when, name: made_by.name });
}

/** How large it is, and what it was made of. */
export function factsOf({ size, restored_from: number }: Version, t: Words, language: string): string {
  const bytes = formatSize(size, language);
  return number === null ? bytes : t('content_panel:restoredFrom', { size: bytes, number });
}
