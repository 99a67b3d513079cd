import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../platform/ui/EmptyState';

const tryEveryMs = 5_000;

/** The server could not be asked who this is. The page opens by itself once it answers. */
export function PageUnreachable() {
  const { t } = useTranslation('shell');
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => void router.invalidate(), tryEveryMs);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <EmptyState
      headingLevel={1}
      icon={IconCloudOff}
      title={t('unreachable.title')}
      description={t('unreachable.description')}
      action={<Button onClick={() => void router.invalidate()}>{t('unreachable.again')}</Button>}
    />
  );
}
