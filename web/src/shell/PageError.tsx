import { Button } from '@mantine/core';
import { IconMoodPuzzled } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SessionUnchecked } from '../platform/session/session-unchecked';
import { EmptyState } from '../platform/ui/EmptyState';
import { PageUnreachable } from './PageUnreachable';

/** A screen that failed to render, or whose file failed to load. */
export function PageError({ error }: ErrorComponentProps) {
  const { t } = useTranslation('shell');
  if (error instanceof SessionUnchecked) return <PageUnreachable />;
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
