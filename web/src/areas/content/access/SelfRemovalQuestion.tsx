import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import type { Waiting } from './use-access-change';

const ConfirmDialog = later(() => import('../../../platform/ui/ConfirmDialog'), 'ConfirmDialog');

/** Asks before a change that would remove the user's own access. */
export function SelfRemovalQuestion({ waiting }: { waiting: Waiting | null }) {
  const { t } = useTranslation(['content_actions', 'content']);
  if (waiting === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        title={t('access.own_title')}
        text={t('access.own_text')}
        action={t('access.own_action')}
        run={waiting.confirm}
        close={waiting.cancel}
      />
    </Suspense>
  );
}
