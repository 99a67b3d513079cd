import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../platform/api/problem';
import { PersonAvatar } from '../../platform/ui/PersonAvatar';
import classes from './Composer.module.css';
import { type Draft, emptyDraft, mentioned, textOf } from './mention-text';
import { useDraft } from './use-draft';
import { useMentionPicker } from './use-mention-picker';

interface Props {
  appId: number;
  nodeId: number;
  /** What it is about, for the draft. */
  about: string;
  label: string;
  action: string;
  initial?: Draft;
  autoFocus?: boolean;
  /** Beside the buttons. */
  tools?: ReactNode;
  /** Takes the text as the server takes it. */
  send: (text: string) => Promise<void>;
  cancel?: () => void;
}

const LONGEST = 4000;

/** A field for a comment. An `@` offers people; Ctrl or ⌘ with Enter sends. */
export function Composer({ appId, nodeId, about, label, action, initial, autoFocus, tools, send, cancel }: Props) {
  const { t } = useTranslation('comments_panel');
  const [draft, keep] = useDraft(about, initial);
  const [caret, setCaret] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const caretNext = useRef<number | null>(null);
  useEffect(() => {
    const next = caretNext.current;
    caretNext.current = null;
    if (next !== null) field.current?.setSelectionRange(next, next);
  });
  const picker = useMentionPicker({
    appId,
    nodeId,
    draft,
    caret,
    choose: (at, person) => {
      const done = mentioned(draft, at, caret ?? draft.text.length, person);
      keep(done.draft);
      setCaret(done.caret);
      caretNext.current = done.caret;
      field.current?.focus();
    },
  });
  const text = textOf(draft);
  const submit = async () => {
    if (text === '' || busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await send(text);
      keep(emptyDraft);
    } catch (error) {
      setRefusal(isProblem(error) ? error.message : t('failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes['composer']}>
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={t('writePlaceholder')}
        autosize
        minRows={draft.text === '' && !autoFocus ? 1 : 2}
        maxRows={10}
        maxLength={LONGEST}
        value={draft.text}
        error={refusal}
        data-autofocus={autoFocus || undefined}
        autoFocus={autoFocus ?? false}
        {...picker.field}
        onChange={({ currentTarget }) => {
          keep({ ...draft, text: currentTarget.value });
          setCaret(currentTarget.selectionStart);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => setCaret(null)}
        onKeyDown={(event) => {
          if (picker.pressed(event)) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void submit();
          } else if (event.key === 'Escape') {
            event.preventDefault();
            if (cancel) cancel();
            else field.current?.blur();
          }
        }}
      />
      {picker.people.length > 0 && (
        <div id={picker.id} role="listbox" aria-label={t('people')} className={classes['people']}>
          {picker.people.map((person, index) => (
            <div
              key={person.users_id}
              id={picker.optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === picker.at}
              className={classes['person']}
              // The field keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                picker.pick(person);
              }}
            >
              <PersonAvatar name={person.name} src={person.avatar_url} size={24} />
              <span dir="auto">{person.name}</span>
            </div>
          ))}
        </div>
      )}
      {(tools !== undefined || text !== '' || cancel) && (
        <div className={classes['foot']}>
          <div className={classes['tools']}>{tools}</div>
          {cancel && (
            <Button size="xs" variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
          )}
          <Button size="xs" loading={busy} disabled={text === ''} onClick={() => void submit()}>
            {action}
          </Button>
        </div>
      )}
    </div>
  );
}
