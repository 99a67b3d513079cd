import { Button } from '@mantine/core';
import { IconCloudOff, IconLockAccess, IconMoodPuzzled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReachable } from '../../api/connection';
import { isProblem } from '../../api/problem';
import { EmptyState } from '../EmptyState';

type Props = { error: unknown; retry: () => unknown };

/** Why there are no rows: no connection, no access, or an error of the server. */
export function TableTrouble({ error, retry }: Props) {
  const { t } = useTranslation('settings');
  const reachable = useReachable();
  if (isProblem(error) && (error.status === 403 || error.status === 404)) {
    const title = t('trouble.hidden');
    // The server may say the same, with a full stop.
    const more = error.message.startsWith(title) ? {} : { description: error.message };
    return <EmptyState icon={IconLockAccess} title={title} {...more} />;
  }
  const again = <Button onClick={() => void retry()}>{t('trouble.retry')}</Button>;
  if (!reachable || !isProblem(error)) {
    return (
      <EmptyState
        icon={IconCloudOff}
        title={t('trouble.offline')}
        description={t('trouble.offline_more')}
        action={again}
      />
    );
  }
  return <EmptyState icon={IconMoodPuzzled} title={t('trouble.title')} description={error.message} action={again} />;
}
