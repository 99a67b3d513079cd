import { useTranslation } from 'react-i18next';
import { dateLocale, formatMoment } from '../../platform/i18n/moments';

/** Numbers, times and signs in the user's locale. */
export function useQuotaWords() {
  const { i18n } = useTranslation('billing_settings');
  const locale = dateLocale(i18n.language);
  const number = new Intl.NumberFormat(locale);
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  return {
    number: (value: number) => number.format(value),
    signed: (value: number) => signed.format(value),
    moment: (seconds: number, timeZone?: string) => formatMoment(seconds, i18n.language, { timeZone }),
  };
}
