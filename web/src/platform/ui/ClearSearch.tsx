import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Empties the field of a search that it stands in, which keeps the focus. */
export function ClearSearch({ clear }: { clear: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <CloseButton
      size="sm"
      aria-label={t('palette.clear')}
      onClick={({ currentTarget }) => {
        clear();
        currentTarget.closest('[data-position]')?.parentElement?.querySelector('input')?.focus();
      }}
    />
  );
}
