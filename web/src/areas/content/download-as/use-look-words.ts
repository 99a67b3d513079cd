import { useTranslation } from 'react-i18next';
import type { Format } from './look';

const FORMATS = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP' } as const;

/** The words for sizes and formats. */
export function useLookWords() {
  const { t } = useTranslation('content_actions');
  const pixels = ({ width, height }: { width: number | null; height: number | null }): string => {
    if (width !== null && height !== null) return t('downloadAs.pixels', { width, height });
    if (width !== null) return t('downloadAs.wide', { width });
    return height === null ? t('downloadAs.ownPixels') : t('downloadAs.high', { height });
  };
  return { pixels, format: (format: Format): string => FORMATS[format] };
}
