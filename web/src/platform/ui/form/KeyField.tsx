import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useField } from './fields';
import { LockSign } from './LockSign';
import { slug } from './slug';

type Props = {
  name: string;
  label: string;
  /** The field that it is copied from until somebody types a key of their own. */
  from: string;
  /** Something that is there already keeps its key. */
  locked: boolean;
  /** Instead of what is said of every key. */
  description?: string;
};

/** A key: made from the title while something new is entered, and locked from then on. */
export function KeyField({ name, label, from, locked, description: said }: Props) {
  const { t } = useTranslation('settings');
  const [own, setOwn] = useState(locked);
  const { getValues, setValue, formState } = useFormContext();
  const { isSubmitted } = formState;
  const title = useWatch({ name: from });
  const description = said ?? (locked ? t('form.key_locked') : t('form.key_hint'));
  const { field, common } = useField({ name, label, required: !locked, description });
  useEffect(() => {
    // A copy that is there already is left alone: setting it again would take away what the server said of it.
    if (own || typeof title !== 'string' || getValues(name) === slug(title)) return;
    setValue(name, slug(title), { shouldDirty: title !== '', shouldValidate: isSubmitted });
  }, [own, title, name, getValues, setValue, isSubmitted]);
  return (
    <TextInput
      {...common}
      {...field}
      onChange={(event) => {
        setOwn(event.currentTarget.value !== '');
        field.onChange(event);
      }}
      readOnly={locked}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      {...(locked && { rightSection: <LockSign /> })}
    />
  );
}
