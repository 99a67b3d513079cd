/** @jsxImportSource preact */
import classes from './SizesDialog.module.css';
import type { Format } from './sizes-api';
import { say } from './texts';

type Props = {
  format: Format;
  setFormat: (format: Format) => void;
  edge: string;
  setEdge: (edge: string) => void;
};

/** What each format is good for, in words. */
const WORDS = { jpeg: 'sizesJpeg', png: 'sizesPng', webp: 'sizesWebp' } as const;
const all: readonly Format[] = ['jpeg', 'png', 'webp'];

/** A format, and how many pixels the longest side has. */
export function OwnSize({ format, setFormat, edge, setEdge }: Props) {
  return (
    <div class={classes['own']}>
      <label>
        {say('sizesFormat')}
        <select value={format} onChange={({ currentTarget }) => setFormat(formatOf(currentTarget.value))}>
          {all.map((one) => (
            <option key={one} value={one}>
              {say(WORDS[one])}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('sizesEdge')}
        <input
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={edge}
          onInput={({ currentTarget }) => setEdge(currentTarget.value)}
        />
      </label>
    </div>
  );
}

function formatOf(value: string): Format {
  return all.find((one) => one === value) ?? 'jpeg';
}
