import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';
import { renameEntry } from './entry-changes';
import { NameDialog } from './NameDialog';

type Props = { appId: number; entry: Entry; close: () => void };

export function RenameDialog({ appId, entry, close }: Props) {
  const { t } = useTranslation('content');
  const client = useQueryClient();
  return (
    <NameDialog
      title={t('rename.title', { name: entry.name })}
      action={t('rename.action')}
      name={entry.name}
      save={(name) => renameEntry(client, appId, entry, name)}
      close={close}
    />
  );
}
