/** @jsxImportSource preact */
import { Icon } from './Icon';
import classes from './NoticePage.module.css';
import { say } from './texts';

type Props = {
  /** `ended`: nothing is there, and nothing is told of what was. `failed`: it may be there, and cannot be reached. */
  kind: 'ended' | 'failed';
  again: () => void;
};

/** A page on which there is nothing to see. */
export function NoticePage({ kind, again }: Props) {
  const ended = kind === 'ended';
  return (
    <main class={classes['page']}>
      <span class={classes['icon']}>
        <Icon name={ended ? 'cut' : 'offline'} size={32} />
      </span>
      <h1>{say(ended ? 'endedTitle' : 'failedTitle')}</h1>
      <p>{say(ended ? 'endedLead' : 'failedLead')}</p>
      {!ended && (
        <button type="button" class="button" data-look="primary" onClick={again}>
          {say('again')}
        </button>
      )}
    </main>
  );
}
