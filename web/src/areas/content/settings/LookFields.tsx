import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../platform/ui/form/fields';
import { FORMATS } from './download-size';

/** What happens to a picture of another shape. */
export function FitField({ name }: { name: string }) {
  const { t } = useTranslation('content_settings');
  const words = {
    contain: t('download_sizes.fits.contain'),
    cover: t('download_sizes.fits.cover'),
    pad: t('download_sizes.fits.pad'),
  };
  return <WordField name={name} label={t('download_sizes.fit')} words={words} />;
}

export function FormatField({ name }: { name: string }) {
  const { t } = useTranslation('content_settings');
  return <WordField name={name} label={t('download_sizes.format')} words={FORMATS} />;
}

type Props = { name: string; label: string; words: Readonly<Record<string, string>> };

/** One of a few words of the server. */
function WordField({ name, label, words }: Props) {
  const { field, common } = useField({ name, label, required: true });
  return (
    <Select
      {...common}
      {...field}
      onChange={(value) => field.onChange(value ?? '')}
      data={Object.entries(words).map(([value, word]) => ({ value, label: word }))}
      allowDeselect={false}
      openOnFocus={false}
    />
  );
}
