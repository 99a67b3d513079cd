import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../platform/ui/notify';
import type { Entry } from '../queries';
import { nameBack, renameEntry } from './entry-changes';
import { NameDialog } from './NameDialog';

type Props = { appId: number; entry: Entry; close: () => void };

export function RenameDialog({ appId, entry, close }: Props) {
  const { t } = useTranslation('content');
  const client = useQueryClient();
  const rename = async (name: string) => {
    await renameEntry(client, appId, entry, name);
    const undo = { run: () => nameBack(client, appId, { ...entry, name }, entry.name) };
    notify.success(t('rename.done', { name }), { undo });
  };
  return (
    <NameDialog
      title={t('rename.title', { name: entry.name })}
      action={t('rename.action')}
      name={entry.name}
      save={rename}
      close={close}
    />
  );
}
