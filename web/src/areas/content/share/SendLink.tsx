import { Button, Pill, TagsInput, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { ruleText } from '../../../platform/i18n/rule-text';
import { useUnsavedWork } from '../../../platform/session/expiry';
import { notify } from '../../../platform/ui/notify';
import classes from './LinkRow.module.css';
import type { ShareLink } from './links';
import { distinct, isEmail, MOST_RECIPIENTS } from './recipients';

type Props = { link: ShareLink; title: string; close: () => void };

/** Sends a link by e-mail to one or several addresses. */
export function SendLink({ link, title, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const [emails, setEmails] = useState<string[]>([]);
  const [message, setMessage] = useState('');
  const [error, setError] = useState<string | null>(null);
  const send = query.useMutation('post', '/api/core/notification/send-share-message');
  useUnsavedWork(emails.length > 0 || message !== '');
  const wrong = emails.filter((one) => !isEmail(one));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (emails.length === 0) return setError(ruleText('form_rules.mandatory'));
    if (wrong.length > 0) return setError(t('link.wrong_emails', { count: wrong.length, emails: wrong.join(', ') }));
    if (emails.length > MOST_RECIPIENTS) return setError(t('link.most_emails', { most: MOST_RECIPIENTS }));
    try {
      const { sent } = await send.mutateAsync({
        body: { emails: emails.join(','), link: link.url ?? '', title, message },
        headers: shownInPlace,
      });
      notify.success(t('link.sent', { count: sent }));
      close();
    } catch (refused) {
      setError(isProblem(refused) ? refused.message : t('content:error.failed'));
    }
  };
  return (
    <form className={classes['send']} onSubmit={(event) => void submit(event)} noValidate>
      <TagsInput
        label={t('link.to')}
        description={t('link.to_how')}
        placeholder={emails.length === 0 ? 'ana@casa.example, rui@praia.example' : ''}
        value={emails}
        onChange={(typed) => {
          setEmails(distinct(typed));
          setError(null);
        }}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        autoFocus
        inputMode="email"
        autoComplete="off"
        error={error}
        // The frame around it shows the focus.
        styles={{ inputField: { outline: 'none' } }}
        renderPill={({ option, value, onRemove }) => {
          const text = option?.label ?? value ?? '';
          return (
            <Pill
              withRemoveButton
              onRemove={() => onRemove?.()}
              removeButtonProps={{ 'aria-label': t('link.remove_email', { email: text }), 'aria-hidden': false }}
              {...(!isEmail(text) && {
                className: classes['wrong'] ?? '',
                title: ruleText('form_rules.invalid_email'),
              })}
            >
              {text}
            </Pill>
          );
        }}
      />
      <Textarea
        label={t('link.message')}
        value={message}
        maxLength={10_000}
        autosize
        minRows={2}
        maxRows={6}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {link.has_password && <p className={classes['note']}>{t('link.tell_password')}</p>}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={close}>
          {t('content:cancel')}
        </Button>
        <Button type="submit" loading={send.isPending}>
          {t('link.send_now')}
        </Button>
      </div>
    </form>
  );
}
