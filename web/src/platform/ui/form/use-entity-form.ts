import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { isProblem } from '../../api/problem';
import { shownInPlace } from '../../api/shown-in-place';
import { useUnsavedWork } from '../../session/expiry';
import { showFieldErrors } from './server-errors';

/** The edited object as it was read: its values and their version. */
type Edited<Values> = { values: Values; version: number };

type Options<Values extends FieldValues, Saved> = {
  schema: z.ZodMiniType<Values, Values>;
  /** The initial values; with a version if an existing object is edited. */
  from: Edited<Values> | { values: Values };
  /** The call. `headers` ask the server to refuse if another user was faster, and the page to show errors here. */
  save: (values: Values, headers: Record<string, string>) => Promise<Saved>;
  saved: (answer: Saved) => void;
  /** Loads the current state, after another user was faster. */
  reread?: () => Promise<Edited<Values> | null>;
};

/** The browser's own error of a call that got no answer. */
function isOffline(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}

/**
 * A form that creates or changes one thing: the page's rules first, then the server's errors at its fields, and a
 * choice if two people have edited the same thing.
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
        // Otherwise the form counts as sent, and leaving would lose the input without a question.
        form.setError('root', { type: 'refused' });
        // A dialog asks to sign in again: the input is not wrong.
        if (isProblem(error) && error.status === 401) return;
        if (isProblem(error) && error.status === 412) return setStale(true);
        const fields = Object.keys(values) as Path<Values>[];
        const isShown = showFieldErrors(error, fields, form.setError);
        if (!isShown)
          setRefusal(isProblem(error) ? error.message : t(isOffline(error) ? 'form.offline' : 'form.failed'));
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
    /** Sets the version of the edited object, after another part of the page has changed it. */
    sawVersion: setVersion,
    refusal,
    stale: stale ? { showTheirs, saveAnyway: send(null) } : null,
  };
}

export type EntityForm<Values extends FieldValues> = Omit<ReturnType<typeof useEntityForm<Values, unknown>>, 'form'> & {
  form: ReturnType<typeof useForm<Values>>;
};
