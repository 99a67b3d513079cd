import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { ruleText } from '../../../platform/i18n/rule-text';
import { heldKeysAnswerNothing } from '../../../platform/ui/held-keys';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { nameProblem, trimmedName } from '../../../platform/uploads/names';
import { splitExtension } from '../browser/entry-name';
import classes from '../dialog.module.css';
import { nameRule } from './name-rule';

interface Props {
  title: string;
  action: string;
  name: string;
  /** What has the name; of `text`, which is no entry, any line may be it. */
  of: 'folder' | 'file' | 'text';
  /** Saves the name; an error it throws is shown at the field. */
  save: (name: string) => Promise<void>;
  close: () => void;
}

/** Asks for a name: of a new folder, or a new one for what has one. */
export function NameDialog({ title, action, name, of, save, close }: Props) {
  const { t, i18n } = useTranslation(['content', 'content_actions']);
  useFocusBack();
  const [value, setValue] = useState(name);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = of === 'text' ? value.trim() : trimmedName(value);
    if (wanted === '') return setError(ruleText('form_rules.mandatory', { name: t('name.label') }));
    const problem = of === 'text' ? null : nameProblem(wanted);
    if (of !== 'text' && problem !== null) return setError(nameRule(problem, of, t, i18n.language));
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
            event.currentTarget.setSelectionRange(0, of === 'text' ? value.length : splitExtension(value)[0].length)
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
