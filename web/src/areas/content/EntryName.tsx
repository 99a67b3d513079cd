import classes from './EntryName.module.css';
import { headAndTail } from './entry-name';
import { highlight } from './highlight';

interface Props {
  name: string;
  term?: string | undefined;
  /** Cut at the end, for names without an extension to keep. */
  whole?: boolean;
}

/** A name on one line: cut in the middle when it is too long, its end and extension kept. */
export function EntryName({ name, term, whole = false }: Props) {
  if (term) {
    return (
      <span className={classes['whole']} title={name} dir="auto">
        {highlight(name, term).map((piece, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one name never reorder
          piece.hit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
        )}
      </span>
    );
  }
  const [head, tail] = whole ? [name, ''] : headAndTail(name);
  if (tail === '') {
    return (
      <span className={classes['whole']} title={name} dir="auto">
        {name}
      </span>
    );
  }
  return (
    <span className={classes['name']} title={name} dir="auto">
      {/* The two halves are for eyes; who listens hears the name in one piece. */}
      <span className={classes['unseen']}>{name}</span>
      <span className={classes['head']} aria-hidden>
        {head}
      </span>
      <span className={classes['tail']} aria-hidden>
        {tail}
      </span>
    </span>
  );
}
