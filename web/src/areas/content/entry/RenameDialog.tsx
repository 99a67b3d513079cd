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
    const bgActionId = await renameEntry(client, appId, entry, name);
    if (bgActionId === null) return;
    const back = () => nameBack(client, appId, { ...entry, name }, { name: entry.name, bgActionId });
    notify.success(t('rename.done', { name }), { undo: { run: back } });
  };
  return (
    <NameDialog
      title={t('rename.title', { name: entry.name })}
      action={t('rename.action')}
      name={entry.name}
      of={entry.node_type === 'file' ? 'file' : 'folder'}
      save={rename}
      close={close}
    />
  );
}
