/** @jsxImportSource preact */
import { formatSize } from '../platform/i18n/format-size';
import { dateLocale } from '../platform/i18n/moments';
import { wholePercent } from '../platform/uploads/whole-percent';
import classes from './AskFile.module.css';
import { type Item, mayBeTriedAgain } from './ask-items';
import { Icon } from './Icon';
import { currentLanguage, say } from './texts';

type Props = {
  item: Item;
  /** What the link takes. */
  kinds: readonly string[];
  /** Bytes of the largest file. */
  most: number;
  remove: () => void;
  again: () => void;
};

/** A file that somebody sends: how far it is, or why it is not sent. */
export function AskFile({ item, kinds, most, remove, again }: Props) {
  const { file, state, sent } = item;
  const size = (bytes: number) => formatSize(bytes, dateLocale(currentLanguage()));
  const percent = wholePercent(sent, file.size);
  return (
    <li class={classes['file']} data-state={state}>
      <span class={classes['words']}>
        <span class={classes['name']} dir="auto">
          {file.name}
        </span>
        <span class={classes['quiet']}>{stateOf(item, kinds, size, most)}</span>
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
    full: () => say('askNoRoom'),
    name: () => say('askWrongName'),
    ended: () => say('askEnded'),
    offline: () => say('failedLead'),
    other: () => say('askFailed'),
  };
  return words[reason ?? 'other']();
}
