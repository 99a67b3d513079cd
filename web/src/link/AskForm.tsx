/** @jsxImportSource preact */
import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { AskDrop } from './AskDrop';
import { AskField } from './AskField';
import { AskFile } from './AskFile';
import classes from './AskForm.module.css';
import type { AskingLink } from './answers';
import type { Sender } from './ask-api';
import { say } from './texts';
import type { Sending } from './use-sending';

type Props = { link: AskingLink; sending: Sending; sender: RefObject<Sender> };

/** Who sends which files. */
export function AskForm({ link, sending, sender }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<keyof Sender | null>(null);
  const { items, isSending } = sending;
  const open = items.filter(({ state }) => state === 'chosen').length;
  const sent = items.filter(({ state }) => state === 'sent').length;
  const write = (over: Partial<Sender>) => {
    sender.current = { ...sender.current, ...over };
  };
  const written = (): Sender => ({ sender: sender.current.sender.trim(), email: sender.current.email.trim() });
  const refuse = (field: keyof Sender) => {
    setWrong(field);
    const input = form.current?.elements.namedItem(field);
    if (input instanceof HTMLInputElement) input.focus();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isSending || open === 0) return;
    if (written().sender === '') return refuse('sender');
    setWrong(null);
    const field = await sending.start(written());
    if (field !== null) refuse(field);
  };
  return (
    <form ref={form} class={classes['form']} onSubmit={submit} noValidate>
      <AskField
        name="sender"
        label={say('askName')}
        autoComplete="name"
        written={sender.current.sender}
        write={(text) => write({ sender: text })}
        fault={wrong === 'sender' ? say('askNameFault') : null}
      />
      <AskField
        name="email"
        label={say('askEmail')}
        autoComplete="email"
        written={sender.current.email}
        write={(text) => write({ email: text })}
        fault={wrong === 'email' ? say('askEmailFault') : null}
      />
      <AskDrop link={link} choose={sending.add} />
      {items.length > 0 && (
        <ul class={classes['files']} aria-label={say('files')}>
          {items.map((item) => (
            <AskFile
              key={item.id}
              item={item}
              kinds={link.extensions}
              most={link.max_file_bytes}
              remove={() => sending.remove(item.id)}
              rename={() => sending.rename(item.id)}
              again={() => sending.again(item.id, written())}
            />
          ))}
        </ul>
      )}
      <p class={classes['status']} role="status">
        {isSending && say('askSending', { sent, count: items.length })}
      </p>
      <button type="submit" class="button" data-look="primary" aria-disabled={isSending || open === 0}>
        {open > 0 ? say('askSend', { count: open }) : say('askSendNothing')}
      </button>
    </form>
  );
}
