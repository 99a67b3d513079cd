import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createFolder } from '../entry/entry-changes';
import { NameDialog } from '../entry/NameDialog';

type Props = { appId: number; parentId: number; close: () => void; made?: (folderId: number) => void };

/** Names a new folder. */
export function FolderDialog({ appId, parentId, close, made }: Props) {
  const { t } = useTranslation('content');
  const client = useQueryClient();
  return (
    <NameDialog
      title={t('actions.createFolder')}
      action={t('create')}
      name=""
      of="folder"
      save={async (name) => {
        const folder = await createFolder(client, appId, parentId, name);
        made?.(folder.node_id);
      }}
      close={close}
    />
  );
}
