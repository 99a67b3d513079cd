import { useTranslation } from 'react-i18next';
import type { Preset } from './download-size';

/** The words of the settings for sizes and for what happens to other shapes. */
export function useSizeWords() {
  const { t } = useTranslation('content_settings');
  const pixels = ({ width, height }: Pick<Preset, 'width' | 'height'>): string => {
    if (width !== null && height !== null) return t('download_sizes.pixels', { width, height });
    if (width !== null) return t('download_sizes.wide', { width });
    return height === null ? t('download_sizes.own_pixels') : t('download_sizes.high', { height });
  };
  return { pixels, fitWord: (fit: Preset['fit']): string => t(`download_sizes.fits.${fit}`) };
}
