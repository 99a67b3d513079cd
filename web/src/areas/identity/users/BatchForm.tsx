import { Button, FileButton } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query, type Schema } from '../../../platform/api/client';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { LinesField, SwitchField } from '../../../platform/ui/form/fields';
import { choice } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { LanguageField } from '../LanguageField';
import { codeOf, languageOf } from '../language-choice';
import classes from './BatchForm.module.css';
import { BatchResults } from './BatchResults';
import { atMost, readPeople, writePeople } from './batch';
import { CompanyFields } from './CompanyFields';
import { usersPath } from './user';

type Batch = Schema<'BatchResult'>;

/** The most rows that the server accepts in one call. */
const MOST = 1000;

/**
 * Many people at once, pasted or from a CSV file; afterwards the result of each, with the refused ones left to correct.
 */
export function BatchForm({ close }: { close: () => void }) {
  const { t } = useTranslation('identity_settings');
  const client = useQueryClient();
  const [result, setResult] = useState<Batch | null>(null);
  const create = query.useMutation('put', '/api/core/users/batch/create');
  const tooMany = (people: number) => t('batch.most', { people });
  const entity = useEntityForm({
    schema: z.object({
      company_id: choice(),
      user_group_ids: z.array(z.number()),
      admin: z.boolean(),
      language: choice(),
      users: atMost(MOST, tooMany),
    }),
    from: {
      values: {
        company_id: null as number | null,
        user_group_ids: [] as number[],
        admin: false,
        language: codeOf() as number | null,
        users: '',
      },
    },
    save: ({ company_id, user_group_ids, admin, language, users }, headers) =>
      create.mutateAsync({
        body: {
          company_id: company_id ?? 0,
          user_group_ids,
          admin,
          language: languageOf(language),
          users: [...readPeople(users)],
        },
        headers,
      }),
    saved: async (answer) => {
      setResult(answer);
      const refused = answer.items.filter((row) => row.users_id === null);
      entity.form.reset({ ...entity.form.getValues(), users: writePeople(refused) });
      await client.invalidateQueries({ queryKey: ['get', usersPath] });
    },
  });
  const fill = async (file: File | null) => {
    if (file === null) return;
    entity.form.setValue('users', await file.text(), { shouldDirty: true, shouldValidate: true });
  };
  const count = readPeople(entity.form.watch('users')).length;
  return (
    <FormDrawer
      title={t('batch.title')}
      entity={entity}
      action={count === 0 ? t('batch.create_none') : t('batch.create', { count })}
      close={close}
    >
      {result !== null && <BatchResults result={result} />}
      <p className={classes['lead']}>{t('batch.emails')}</p>
      <CompanyFields tenantId={null} withGroups />
      <LanguageField label={t('users.language')} description={t('users.language_hint')} />
      <LinesField
        name="users"
        label={t('batch.lines')}
        description={t('batch.hint')}
        required
        placeholder={'Ana Souza, ana@acme.example\nBo Lima, bo@acme.example'}
      />
      <div>
        <FileButton onChange={(file) => void fill(file)} accept=".csv,.txt,text/csv,text/plain">
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileSpreadsheet size={18} stroke={1.7} aria-hidden />}
            >
              {t('batch.file')}
            </Button>
          )}
        </FileButton>
      </div>
      <SwitchField name="admin" label={t('batch.admin')} description={t('batch.admin_hint')} />
    </FormDrawer>
  );
}
