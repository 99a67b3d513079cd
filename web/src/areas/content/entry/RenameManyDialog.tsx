import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { heldKeysAnswerNothing } from '../../../platform/ui/held-keys';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import dialog from '../dialog.module.css';
import type { Entry } from '../queries';
import { NamePatternFields } from './NamePatternFields';
import { NewNamesList } from './NewNamesList';
import { NO_PATTERN, newNames } from './new-names';
import classes from './RenameManyDialog.module.css';
import { renameMany, useTaken } from './rename-many';

const PAUSE_MS = 250;

type Props = { appId: number; entries: readonly Entry[]; close: () => void };

/** Makes new names for several entries of a pattern, shows what each would be called, and renames them. */
export function RenameManyDialog({ appId, entries, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const client = useQueryClient();
  const phone = useIsPhone();
  useFocusBack();
  const [pattern, setPattern] = useState(NO_PATTERN);
  const [asked] = useDebouncedValue(pattern, PAUSE_MS);
  const [keepBoth, setKeepBoth] = useState(false);
  const [saving, setSaving] = useState(false);
  const taken = useTaken(appId, newNames(entries, asked));
  const names = newNames(entries, pattern, taken);
  const of = (state: string) => names.filter((one) => one.state === state).length;
  const clashes = of('taken');
  const wanted = names.filter(({ state }) => state === 'new' || (keepBoth && state === 'taken'));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (wanted.length === 0 || saving) return;
    setSaving(true);
    if (await renameMany({ appId, client }, wanted, keepBoth)) close();
    else setSaving(false);
  };
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={760}
      title={<span className={dialog['title']}>{t('rename.title', { count: entries.length })}</span>}
      closeButtonProps={{ 'aria-label': t('content:close') }}
      {...heldKeysAnswerNothing}
    >
      <form onSubmit={submit} noValidate>
        <NamePatternFields pattern={pattern} change={(changed) => setPattern({ ...pattern, ...changed })} />
        <p className={classes['sum']} role="status">
          {t('rename.sum', { count: wanted.length })}
          {clashes > 0 && !keepBoth && ` · ${t('rename.taken', { count: clashes })}`}
          {of('invalid') > 0 && ` · ${t('rename.invalid', { count: of('invalid') })}`}
        </p>
        <NewNamesList names={names} keepBoth={keepBoth} />
        {clashes > 0 && (
          <label className={classes['check']}>
            <input type="checkbox" checked={keepBoth} onChange={(event) => setKeepBoth(event.currentTarget.checked)} />
            {t('rename.keep_both', { count: clashes })}
          </label>
        )}
        <div className={`${dialog['buttons']} ${classes['buttons']}`}>
          <Button variant="default" onClick={close}>
            {t('content:cancel')}
          </Button>
          <Button type="submit" disabled={wanted.length === 0} loading={saving}>
            {t('rename.action', { count: wanted.length })}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
