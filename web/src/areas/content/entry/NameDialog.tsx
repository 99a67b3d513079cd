import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { ruleText } from '../../../platform/i18n/rule-text';
import { heldKeysAnswerNothing } from '../../../platform/ui/held-keys';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { isValidName, splitExtension } from '../browser/entry-name';
import classes from '../dialog.module.css';

interface Props {
  title: string;
  action: string;
  name: string;
  /** It is no name of an entry: any line may be it. */
  anyText?: boolean;
  /** Saves the name; an error it throws is shown at the field. */
  save: (name: string) => Promise<void>;
  close: () => void;
}

/** Asks for a name: of a new folder, or a new one for what has one. */
export function NameDialog({ title, action, name, anyText = false, save, close }: Props) {
  const { t } = useTranslation('content');
  useFocusBack();
  const [value, setValue] = useState(name);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = value.trim();
    if (wanted === '') return setError(ruleText('form_rules.mandatory', { name: t('name.label') }));
    if (!anyText && !isValidName(wanted)) return setError(t('name.invalid'));
    if (wanted === name) return close();
    setSaving(true);
    try {
      await save(wanted);
      close();
    } catch (problem) {
      setSaving(false);
      setError(messageOf(problem) ?? t('error.failed'));
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      title={<span className={classes['title']}>{title}</span>}
      size="sm"
      closeButtonProps={{ 'aria-label': t('close') }}
      {...heldKeysAnswerNothing}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={t('name.label')}
          required
          autoComplete="off"
          value={value}
          error={error}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setError(null);
          }}
          // Users usually change the name, not the extension.
          onFocus={(event) =>
            event.currentTarget.setSelectionRange(0, anyText ? value.length : splitExtension(value)[0].length)
          }
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function messageOf(problem: unknown): string | null {
  if (!isProblem(problem)) return null;
  const [first] = problem.errors ?? [];
  return first ? ruleText(first.key, first.params ?? {}) : problem.message;
}
