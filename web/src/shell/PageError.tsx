import { Button } from '@mantine/core';
import { IconMoodPuzzled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../platform/ui/EmptyState';

/** A screen that could not be drawn, or whose file could not be fetched. */
export function PageError() {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      headingLevel={1}
      icon={IconMoodPuzzled}
      title={t('page_error.title')}
      description={t('page_error.description')}
      action={<Button onClick={() => window.location.reload()}>{t('page_error.reload')}</Button>}
    />
  );
}
