/** @jsxImportSource preact */
import type { Entry } from './answers';
import type { Choosing } from './choosing';
import classes from './FileRows.module.css';
import { FileTile } from './FileTile';
import { ratioOf } from './pictures';
import type { Place } from './place';
import { justify } from './rows';
import { say } from './texts';
import { useWidth } from './use-width';

/** Tiles that may be seen without scrolling. */
const FIRST_SEEN = 8;
/** Until the page is measured. */
const USUAL_WIDTH = 1344;

type Props = { files: readonly Entry[]; place: Place; choosing: Choosing; show: (node: number) => void };

/** The files, as their pictures in rows. */
export function FileRows({ files, place, choosing, show }: Props) {
  const { ref, width } = useWidth<HTMLUListElement>();
  const boxes = justify(files.map(ratioOf), width || USUAL_WIDTH);
  return (
    <ul class={classes['rows']} aria-label={say('files')} ref={ref}>
      {files.map((file, index) => (
        <FileTile
          key={file.node_id}
          file={file}
          box={boxes[index] ?? { width: 0, height: 0 }}
          place={place}
          choosing={choosing}
          show={show}
          eager={index < FIRST_SEEN}
        />
      ))}
    </ul>
  );
}
