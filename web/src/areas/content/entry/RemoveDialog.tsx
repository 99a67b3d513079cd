import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { notify } from '../../../platform/ui/notify';
import type { Entry } from '../queries';
import { removeEntries } from './entry-changes';

type Props = { appId: number; entries: readonly Entry[]; close: () => void };

/** Asks before entries go into the bin. */
export function RemoveDialog({ appId, entries, close }: Props) {
  const { t } = useTranslation('content');
  const client = useQueryClient();
  const [first] = entries;
  const remove = async () => {
    const removed = await removeEntries(client, appId, entries);
    if (removed > 0) notify.success(t('remove.done', { count: removed }));
  };
  return (
    <ConfirmDialog
      title={t('remove.title')}
      text={
        entries.length === 1 && first
          ? t('remove.one', { name: first.name })
          : t('remove.many', { count: entries.length })
      }
      detail={t('remove.detail', { count: entries.length })}
      action={t('actions.remove')}
      undoable
      run={remove}
      close={close}
    />
  );
}
