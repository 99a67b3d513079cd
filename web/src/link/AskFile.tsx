/** @jsxImportSource preact */
import { formatSize } from '../platform/i18n/format-size';
import { dateLocale } from '../platform/i18n/moments';
import { legalName } from '../platform/uploads/names';
import { wholePercent } from '../platform/uploads/whole-percent';
import classes from './AskFile.module.css';
import { type Item, mayBeTriedAgain, nameProblemOf } from './ask-items';
import { Icon } from './Icon';
import { currentLanguage, say } from './texts';

type Props = {
  item: Item;
  /** What the link takes. */
  kinds: readonly string[];
  /** Bytes of the largest file. */
  most: number;
  remove: () => void;
  /** Takes the name that is offered. */
  rename: () => void;
  again: () => void;
};

/** A file that somebody sends: how far it is, or why it is not sent. */
export function AskFile({ item, kinds, most, remove, rename, again }: Props) {
  const { file, state, sent, reason } = item;
  const size = (bytes: number) => formatSize(bytes, dateLocale(currentLanguage()));
  const percent = wholePercent(sent, file.size);
  return (
    <li class={classes['file']} data-state={state}>
      <span class={classes['words']}>
        <span class={classes['name']} dir="auto">
          {file.name}
        </span>
        <span class={classes['quiet']}>{stateOf(item, kinds, size, most)}</span>
        {reason === 'name' && nameProblemOf(file) !== null && (
          <button type="button" class={`button ${classes['as']}`} data-look="plain" onClick={rename}>
            {say('askAs', { name: legalName(file.name) })}
          </button>
        )}
      </span>
      {state === 'sent' && (
        <span class={classes['tick']}>
          <Icon name="check" />
        </span>
      )}
      {mayBeTriedAgain(item) && (
        <button type="button" class="button" data-look="plain" onClick={again}>
          {say('again')}
        </button>
      )}
      {state !== 'sent' && (
        <button
          type="button"
          class="button"
          data-look="icon"
          aria-label={say('askRemove', { name: file.name })}
          onClick={remove}
        >
          <Icon name="x" />
        </button>
      )}
      {state === 'sending' && (
        <progress
          class={classes['progress']}
          aria-label={say('askProgress', { name: file.name })}
          max={100}
          value={percent}
        />
      )}
    </li>
  );
}

function stateOf(
  { file, state, sent, reason }: Item,
  kinds: readonly string[],
  size: (bytes: number) => string,
  most: number,
): string {
  if (state === 'sending') return `${wholePercent(sent, file.size)} % · ${size(file.size)}`;
  if (state === 'sent') return say('askArrived', { size: size(file.size) });
  if (state === 'chosen') return size(file.size);
  const words = {
    too_large: () => say('askTooLarge', { size: size(most) }),
    kind: () => say('askOtherKind', { kinds: kinds.join(', ') }),
    files: () => say('askNoMore'),
    bytes: () => say('askNoSpace'),
    full: () => say('askNoRoom'),
    name: () => nameWords(file),
    ended: () => say('askEnded'),
    offline: () => say('failedLead'),
    other: () => say('askFailed'),
  };
  return words[reason ?? 'other']();
}

/** The sign or the rule that keeps a file from being sent. */
function nameWords(file: File): string {
  const problem = nameProblemOf(file);
  if (problem?.kind === 'signs') return say('askSigns', { signs: problem.signs.join(' ') });
  const words = {
    empty: 'askWrongName',
    long: 'askLong',
    unseen: 'askUnseen',
    ending: 'askEnding',
    reserved: 'askReserved',
  } as const;
  return say(words[problem?.kind ?? 'empty']);
}
