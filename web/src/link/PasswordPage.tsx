/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Front } from './answers';
import { Brand } from './Brand';
import { Icon } from './Icon';
import { LinkError, openLink, troubleOf } from './link-api';
import classes from './PasswordPage.module.css';
import { say } from './texts';
import { useSlowed } from './use-slowed';

type Props = {
  front: Front;
  /** The password was right, or there is nothing any more: the link is to be asked for again. */
  asked: () => void;
};

/** Asks for the password, and tells nothing of what is behind it. */
export function PasswordPage({ front, asked }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const slowed = useSlowed();
  useEffect(() => field.current?.focus(), []);
  const refuse = (words: string | null) => {
    setFault(words);
    field.current?.select();
    field.current?.focus();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    if (password === '') return refuse(say('passwordEmpty'));
    if (busy || slowed.seconds > 0) return;
    setBusy(true);
    try {
      await openLink(password);
      asked();
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === 'ended') asked();
      else if (error instanceof LinkError && trouble === 'slowed') {
        slowed.wait(error.seconds);
        refuse(null);
      } else refuse(say(trouble === 'refused' ? 'passwordWrong' : 'failedLead'));
    }
    setBusy(false);
  };
  const said = slowed.seconds > 0 ? say('slowed', { count: slowed.seconds }) : fault;
  return (
    <main class={classes['page']}>
      <div class={classes['brand']}>
        <Brand front={front} />
      </div>
      <form class={classes['form']} onSubmit={submit} noValidate>
        <span class={classes['lock']}>
          <Icon name="lock" size={24} />
        </span>
        <h1>{say('passwordTitle')}</h1>
        <p class={classes['lead']}>{say('passwordLead')}</p>
        <label for="password">{say('passwordLabel')}</label>
        <input
          id="password"
          ref={field}
          type="password"
          autoComplete="off"
          aria-invalid={said !== null}
          aria-describedby="fault"
        />
        <p id="fault" class={classes['fault']} role="alert">
          {said}
        </p>
        <button type="submit" class="button" data-look="primary" aria-disabled={busy || slowed.seconds > 0}>
          {say('passwordOpen')}
        </button>
      </form>
    </main>
  );
}
