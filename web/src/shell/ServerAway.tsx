import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../platform/ui/EmptyState';

type Props = { description: string; again: () => void };

/** Shown instead of a screen that cannot load while the server does not answer. */
export function ServerAway({ description, again }: Props) {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      headingLevel={1}
      icon={IconCloudOff}
      title={t('unreachable.title')}
      description={description}
      action={<Button onClick={again}>{t('unreachable.again')}</Button>}
    />
  );
}
