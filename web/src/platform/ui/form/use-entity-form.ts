import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { isProblem } from '../../api/problem';
import { shownInPlace } from '../../api/shown-in-place';
import { useUnsavedWork } from '../../session/expiry';
import { showFieldErrors } from './server-errors';

/** What there is to edit, as it was read: its values and the version that they are of. */
type Edited<Values> = { values: Values; version: number };

type Options<Values extends FieldValues, Saved> = {
  schema: z.ZodMiniType<Values, Values>;
  /** Values to begin with; with a version where something is edited that is there already. */
  from: Edited<Values> | { values: Values };
  /** The call. `headers` ask the server to refuse where somebody else was faster, and the page to show refusals here. */
  save: (values: Values, headers: Record<string, string>) => Promise<Saved>;
  saved: (answer: Saved) => void;
  /** What is there by now, after somebody else was faster. */
  reread?: () => Promise<Edited<Values> | null>;
};

/**
 * A form that makes or changes one thing: the page's rules first, then the server's answer at its fields, and a choice
 * where two people have edited the same thing.
 */
export function useEntityForm<Values extends FieldValues, Saved>(options: Options<Values, Saved>) {
  const { schema, from, save, saved, reread } = options;
  const { t } = useTranslation('settings');
  const [version, setVersion] = useState('version' in from ? from.version : null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: from.values as DefaultValues<Values>,
  });
  useUnsavedWork(form.formState.isDirty);

  const send = (seen: number | null) =>
    form.handleSubmit(async (values) => {
      setRefusal(null);
      setStale(false);
      const headers = { ...shownInPlace, ...(seen !== null && { 'if-match': `"${seen}"` }) };
      try {
        saved(await save(values, headers));
      } catch (error) {
        // Otherwise the form counts as sent, and going elsewhere would lose what is in it without a question.
        form.setError('root', { type: 'refused' });
        // The page asks to sign in again: nothing is wrong with what was entered.
        if (isProblem(error) && error.status === 401) return;
        if (isProblem(error) && error.status === 412) return setStale(true);
        const fields = Object.keys(values) as Path<Values>[];
        const isShown = showFieldErrors(error, fields, form.setError);
        if (!isShown) setRefusal(isProblem(error) ? error.message : t('form.failed'));
      }
    });

  const showTheirs = async () => {
    const now = await reread?.();
    if (now === undefined || now === null) return setRefusal(t('trouble.hidden'));
    form.reset(now.values);
    setVersion(now.version);
    setStale(false);
  };

  return {
    form,
    submit: send(version),
    /** What is edited has this version by now, after something else on the page has changed it. */
    sawVersion: setVersion,
    refusal,
    stale: stale ? { showTheirs, saveAnyway: send(null) } : null,
  };
}

export type EntityForm<Values extends FieldValues> = Omit<ReturnType<typeof useEntityForm<Values, unknown>>, 'form'> & {
  form: ReturnType<typeof useForm<Values>>;
};
