import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { ruleText } from '../../../platform/i18n/rule-text';
import type { Version } from './api';
import classes from './NameVersion.module.css';

interface Props {
  version: Version;
  save: (label: string) => Promise<void>;
  close: () => void;
}

const LONGEST = 100;
/** A drawer around it does not hear of Escape. */
const ownEscape = { 'data-mantine-stop-propagation': true };

/** The name of a version, typed in its row; an empty one takes it away. */
export function NameVersion({ version, save, close }: Props) {
  const { t } = useTranslation(['content_panel', 'content']);
  const [typed, setTyped] = useState(version.label);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async () => {
    const label = typed.trim();
    if (label === version.label) return close();
    setBusy(true);
    try {
      await save(label);
      close();
    } catch (error) {
      setRefusal(messageOf(error) ?? t('content:error.failed'));
      setBusy(false);
    }
  };
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        className={classes['field'] ?? ''}
        aria-label={t('nameOf', { number: version.number })}
        placeholder={t('namePlaceholder')}
        autoFocus
        autoComplete="off"
        maxLength={LONGEST}
        value={typed}
        error={refusal}
        onChange={(event) => setTyped(event.currentTarget.value)}
        {...ownEscape}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The panel and the viewer stay open.
          event.stopPropagation();
          close();
        }}
      />
      <Button type="submit" size="sm" loading={busy}>
        {t('save')}
      </Button>
      <Button size="sm" variant="default" onClick={close}>
        {t('content:cancel')}
      </Button>
    </form>
  );
}

function messageOf(error: unknown): string | null {
  if (!isProblem(error)) return null;
  const [complaint] = error.errors ?? [];
  return complaint ? ruleText(complaint.key, complaint.params ?? {}) : error.message;
}
