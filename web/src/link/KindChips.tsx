/** @jsxImportSource preact */
import type { Entry } from './answers';
import classes from './KindChips.module.css';
import { countGroups, type Group } from './kinds';
import { say } from './texts';

type Props = { files: readonly Entry[]; group: Group | null; choose: (group: Group | null) => void };

/** Narrows a folder to one kind of files, where there are several. */
export function KindChips({ files, group, choose }: Props) {
  const counted = countGroups(files);
  if (counted.length < 2) return <span />;
  const all: { key: Group | null; word: string; count: number }[] = [
    { key: null, word: say('all'), count: files.length },
    ...counted.map(({ group: key, count }) => ({ key, word: say(key), count })),
  ];
  return (
    <fieldset class={classes['chips']} aria-label={say('files')}>
      {all.map(({ key, word, count }) => (
        <button
          key={key}
          type="button"
          class={classes['chip']}
          aria-pressed={key === group}
          onClick={() => choose(key)}
        >
          {word} <span class={classes['count']}>{count}</span>
        </button>
      ))}
    </fieldset>
  );
}
