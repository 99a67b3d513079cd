import { Button } from '@mantine/core';
import { IconCloudOff, IconLockAccess, IconMoodPuzzled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useReachable } from '../../../platform/api/connection';
import { isProblem } from '../../../platform/api/problem';
import { EmptyState } from '../../../platform/ui/EmptyState';

interface Props {
  appId: number;
  error: unknown;
  retry: () => void;
  /** 1 if it replaces the whole page. */
  headingLevel?: 1 | 2;
}

/** Why there is no list: no connection, no access, or an error of the server. */
export function ListError({ appId, error, retry, headingLevel = 2 }: Props) {
  const { t } = useTranslation('content');
  const reachable = useReachable();
  const again = <Button onClick={retry}>{t('error.retry')}</Button>;
  if (isProblem(error) && (error.status === 403 || error.status === 404)) {
    return (
      <EmptyState
        headingLevel={headingLevel}
        icon={IconLockAccess}
        title={t('error.hiddenTitle')}
        description={t('error.hidden')}
        action={
          <Button variant="default" component={Link} to={`/content/${appId}/navigation/home`}>
            {t('error.toLibrary')}
          </Button>
        }
      />
    );
  }
  if (!reachable || !isProblem(error)) {
    return (
      <EmptyState
        headingLevel={headingLevel}
        icon={IconCloudOff}
        title={t('error.offlineTitle')}
        description={t('error.offline')}
        action={again}
      />
    );
  }
  return (
    <EmptyState
      headingLevel={headingLevel}
      icon={IconMoodPuzzled}
      title={t('error.title')}
      description={error.message}
      action={again}
    />
  );
}
