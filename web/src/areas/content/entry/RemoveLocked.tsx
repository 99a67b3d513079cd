import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import type { Entry } from '../queries';
import { lockReason } from './held-by-lock';

const ConfirmDialog = later(() => import('../../../platform/ui/ConfirmDialog'), 'ConfirmDialog');

interface Props {
  entries: readonly Entry[];
  run: () => Promise<void>;
  close: () => void;
}

/** Asks before something is removed that somebody else has locked, and says who that is. */
export function RemoveLocked({ entries, run, close }: Props) {
  const { t, i18n } = useTranslation(['content', 'content_actions']);
  const isOne = entries.length === 1;
  const title = isOne
    ? t('content_actions:lock.removeQuestion.title', { name: entries[0]?.name })
    : t('content_actions:lock.removeQuestion.titleMany', { count: entries.length });
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        title={title}
        text={`${lockReason(entries, t, i18n.language) ?? ''}.`}
        detail={t('content_actions:lock.removeQuestion.detail')}
        action={t(
          isOne ? 'content_actions:lock.removeQuestion.action' : 'content_actions:lock.removeQuestion.actionMany',
        )}
        run={run}
        close={close}
      />
    </Suspense>
  );
}
