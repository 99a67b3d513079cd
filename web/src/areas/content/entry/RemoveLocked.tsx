import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import { lockReason } from './held-by-lock';

const ConfirmDialog = later(() => import('../../../platform/ui/ConfirmDialog'), 'ConfirmDialog');

interface Props {
  /** What is removed, as far as the list has loaded it. */
  entries: readonly Entry[];
  /** How many are removed. */
  count: number;
  run: () => Promise<void>;
  close: () => void;
}

/** Asks before something is removed that somebody else has locked, and says who that is. */
export function RemoveLocked({ entries, count, run, close }: Props) {
  const { t, i18n } = useTranslation(['content', 'content_actions']);
  const isOne = count === 1;
  const locked = entries.filter(isClosed).length;
  const reason = lockReason(entries, t, i18n.language) ?? '';
  const title = isOne
    ? t('content_actions:lock.removeQuestion.title', { name: entries[0]?.name })
    : t('content_actions:lock.removeQuestion.titleMany', { count });
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        title={title}
        text={locked > 1 ? t('content_actions:lock.removeQuestion.more', { reason, count: locked - 1 }) : `${reason}.`}
        detail={t('content_actions:lock.removeQuestion.detail', { count: locked })}
        action={t(
          isOne ? 'content_actions:lock.removeQuestion.action' : 'content_actions:lock.removeQuestion.actionMany',
        )}
        run={run}
        close={close}
      />
    </Suspense>
  );
}
