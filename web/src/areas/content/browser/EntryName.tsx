import { closeCut } from './close-cut';
import classes from './EntryName.module.css';
import { headAndTail } from './entry-name';
import { cutAt, highlight } from './highlight';
import { MarkedPieces } from './Marked';

/** So many letters before the extension are kept. */
const KEPT = 4;
const KEPT_NARROW = 3;

interface Props {
  name: string;
  term?: string | undefined;
  /** Cut at the end, for names without an extension to keep. */
  whole?: boolean;
  /** There is little room: less of its end is kept. */
  narrow?: boolean;
}

/**
 * A name on one line: cut in the middle when it is too long, with its end and extension kept; the words of a
 * search are marked.
 */
export function EntryName({ name, term = '', whole = false, narrow = false }: Props) {
  const normal = name.normalize('NFC');
  const [head, tail] = whole ? [normal, ''] : headAndTail(normal, narrow ? KEPT_NARROW : KEPT);
  const [before, after] = cutAt(highlight(normal, term), head.length);
  if (tail === '') {
    return (
      <span className={classes['whole']} title={name} dir="auto">
        <MarkedPieces pieces={before} />
      </span>
    );
  }
  return (
    <span ref={closeCut} className={classes['name']} title={name} dir="auto">
      {/* The two halves are for eyes; who listens hears the name in one piece. */}
      <span className={classes['unseen']}>{name}</span>
      <span className={classes['head']} aria-hidden>
        <MarkedPieces pieces={before} />
      </span>
      <span className={classes['tail']} aria-hidden>
        <MarkedPieces pieces={after} />
      </span>
    </span>
  );
}
