/** @jsxImportSource preact */
import { useRef } from 'preact/hooks';
import { initials } from '../platform/ui/initials';
import { AskForm } from './AskForm';
import classes from './AskPage.module.css';
import type { AskingLink } from './answers';
import type { Sender } from './ask-api';
import { Brand } from './Brand';
import { EndPill } from './EndPill';
import { Icon } from './Icon';
import { say } from './texts';
import { useSending } from './use-sending';

type Props = {
  link: AskingLink;
  /** What the link still takes is asked for again. */
  again: () => void;
};

/** Takes files for somebody who asks for some, and shows nothing of where they go. */
export function AskPage({ link, again }: Props) {
  const sending = useSending(link);
  /** As it was written last: who sends more files is asked once. */
  const sender = useRef<Sender>({ sender: '', email: '' });
  const { items, isSending } = sending;
  const sent = items.filter(({ state }) => state === 'sent').length;
  const isDone = sent > 0 && !isSending && sent === items.length;
  const more = () => {
    sending.clear();
    again();
  };
  return (
    <div class={classes['page']}>
      <header class={classes['bar']}>
        <Brand front={link.front} />
        <EndPill expiresAt={link.expires_at} />
      </header>
      <main class={classes['main']}>
        <h1>{link.title ?? say('askTitle', { name: link.made_by })}</h1>
        <p class={classes['who']}>
          <span class={classes['letters']} data-initials={initials(link.made_by)} aria-hidden="true" />
          <span>{say('askedBy', { name: link.made_by })}</span>
        </p>
        {link.message !== null && (
          <p class={classes['message']} dir="auto">
            {link.message}
          </p>
        )}
        {isDone ? (
          <Thanks count={sent} more={more} />
        ) : link.files_left < 1 && items.length === 0 ? (
          <p class={classes['full']} role="status">
            {say('askFull')}
          </p>
        ) : (
          <AskForm link={link} sending={sending} sender={sender} />
        )}
      </main>
    </div>
  );
}

function Thanks({ count, more }: { count: number; more: () => void }) {
  return (
    <section class={classes['thanks']} aria-labelledby="thanks">
      <span class={classes['tick']}>
        <Icon name="check" size={32} />
      </span>
      <h2 id="thanks" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {say('askThanks')}
      </h2>
      <p>{say('askSent', { count })}</p>
      <button type="button" class="button" data-look="outline" onClick={more}>
        {say('askMore')}
      </button>
    </section>
  );
}
