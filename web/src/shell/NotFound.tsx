import { Button } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../platform/ui/EmptyState';
import { usePageTitle } from '../platform/ui/use-page-title';

export function NotFound() {
  const { t } = useTranslation('shell');
  usePageTitle(t('not_found.title'));
  return (
    <EmptyState
      headingLevel={1}
      icon={IconCompass}
      title={t('not_found.title')}
      description={t('not_found.description')}
      action={
        <Button component={Link} to="/">
          {t('not_found.home')}
        </Button>
      }
    />
  );
}
