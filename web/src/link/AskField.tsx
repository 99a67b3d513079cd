/** @jsxImportSource preact */
import classes from './AskField.module.css';
import type { Sender } from './ask-api';

type Props = {
  name: keyof Sender;
  label: string;
  autoComplete: string;
  written: string;
  write: (text: string) => void;
  fault: string | null;
};

/** What the sender says of themselves. */
export function AskField({ name, label, autoComplete, written, write, fault }: Props) {
  return (
    <div class={classes['field']}>
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        inputMode={name === 'email' ? 'email' : 'text'}
        autoComplete={autoComplete}
        maxLength={name === 'email' ? 254 : 200}
        defaultValue={written}
        onInput={(event) => write(event.currentTarget.value)}
        aria-invalid={fault !== null}
        aria-describedby={`${name}-fault`}
      />
      <p id={`${name}-fault`} class={classes['fault']} role="alert">
        {fault}
      </p>
    </div>
  );
}
