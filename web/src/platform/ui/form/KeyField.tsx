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
  /** The field that it is copied from until the user types a key. */
  from: string;
  /** Existing objects keep their key. */
  locked: boolean;
  /** Instead of the description of all keys. */
  description?: string;
};

/** A key: derived from the title while something new is entered, and locked from then on. */
export function KeyField({ name, label, from, locked, description: said }: Props) {
  const { t } = useTranslation('settings');
  const [own, setOwn] = useState(locked);
  const { getValues, setValue, formState } = useFormContext();
  const { isSubmitted } = formState;
  const title = useWatch({ name: from });
  const description =
    said ?? (locked ? t('form.key_locked') : t(/name$/.test(from) ? 'form.key_hint_name' : 'form.key_hint'));
  const { field, common } = useField({ name, label, required: !locked, description });
  useEffect(() => {
    // An unchanged copy is not set again: that would remove the server's error.
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
