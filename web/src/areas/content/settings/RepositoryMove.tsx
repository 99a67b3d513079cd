import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { ChoiceField, TextField } from '../../../platform/ui/form/fields';
import { choice } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { type RepositorySettings, repositoriesPath, useFileServersOf } from './file-server';
import { folderName } from './folder-name';
import { MoveFacts } from './MoveFacts';
import { MoveProgress } from './MoveProgress';
import { Note } from './Note';
import { beginMove } from './repository-move';

type Props = { appId: number; repository: RepositorySettings; close: () => void };

/** Moves a repository to another file server, and shows how far that has come. */
export function RepositoryMove(props: Props) {
  const { moving } = props.repository;
  return moving === null ? <MoveForm {...props} /> : <MoveProgress {...props} moving={moving} />;
}

function MoveForm({ appId, repository, close }: Props) {
  const { t } = useTranslation('content_settings');
  const client = useQueryClient();
  const offered = useFileServersOf(appId, repository.tenant_id);
  const others = offered.filter((one) => one.value !== repository.file_server_id);
  const entity = useEntityForm({
    schema: z.object({ file_server_id: choice(), folder_name: folderName() }),
    from: { values: { file_server_id: null as number | null, folder_name: repository.folder_name } },
    save: ({ file_server_id, folder_name }, headers) =>
      beginMove(appId, repository, { file_server_id: file_server_id ?? 0, folder_name }, headers),
    saved: async (action) => {
      notify.success(t('moves.begun', { title: repository.title }), { actions: [action] });
      close();
      await client.invalidateQueries({ queryKey: ['get', repositoriesPath] });
    },
  });
  return (
    <FormDrawer
      title={t('moves.title', { title: repository.title })}
      entity={entity}
      action={t('moves.begin')}
      close={close}
    >
      <ChoiceField
        name="file_server_id"
        label={t('moves.target')}
        description={
          others.length === 0 ? t('moves.no_target') : t('moves.from', { label: repository.file_server_label })
        }
        required
        options={others}
      />
      <MoveFacts appId={appId} repository={repository} />
      <TextField name="folder_name" label={t('moves.folder')} description={t('moves.folder_hint')} required />
      <Note>{t('moves.how')}</Note>
    </FormDrawer>
  );
}
