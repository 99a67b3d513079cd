import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { ruleText } from '../../../platform/i18n/rule-text';
import { heldKeysAnswerNothing } from '../../../platform/ui/held-keys';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import dialog from '../dialog.module.css';
import { collectionCalls, refresh } from './api';
import type { Collection } from './collection-types';

interface Props {
  appId: number;
  /** Null: a new one. */
  collection: Pick<Collection, 'collection_id' | 'title' | 'description'> | null;
  close: () => void;
  made?: (collectionId: number) => void;
}

/** The title and the description of a collection. */
export function CollectionDialog({ appId, collection, close, made }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const client = useQueryClient();
  useFocusBack();
  const [words, setWords] = useState({ title: collection?.title ?? '', description: collection?.description ?? '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (words.title.trim() === '')
      return setErrors({ title: ruleText('form_rules.mandatory', { name: t('collection.title') }) });
    setSaving(true);
    try {
      const calls = collectionCalls(appId);
      const id = collection?.collection_id;
      const saved = id === undefined ? await calls.create(words) : await calls.change(id, words);
      await refresh(client, appId, id);
      close();
      made?.(saved.collection_id);
    } catch (problem) {
      setSaving(false);
      setErrors(errorsOf(problem, t('content:error.failed')));
    }
  };
  const change = (part: Partial<typeof words>) => {
    setWords({ ...words, ...part });
    setErrors({});
  };
  return (
    <Modal
      opened
      onClose={close}
      title={<span className={dialog['title']}>{collection ? t('collection.edit') : t('collection.new')}</span>}
      size="md"
      closeButtonProps={{ 'aria-label': t('content:close') }}
      {...heldKeysAnswerNothing}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          data-autofocus
          label={t('collection.title')}
          required
          maxLength={200}
          autoComplete="off"
          value={words.title}
          error={errors['title']}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Textarea
          mt={12}
          label={t('collection.about')}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2000}
          value={words.description}
          error={errors['description']}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <div className={dialog['buttons']}>
          <Button variant="default" onClick={close}>
            {t('content:cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {collection ? t('collection.save') : t('content:create')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** The errors by their fields; what belongs to none stands at the title. */
function errorsOf(problem: unknown, failed: string): Record<string, string> {
  if (!isProblem(problem)) return { title: failed };
  const found = (problem.errors ?? []).map(({ field, key, params }) => [field, ruleText(key, params ?? {})] as const);
  return found.length > 0 ? Object.fromEntries(found) : { title: problem.message };
}
