import { IconAlertCircle } from '@tabler/icons-react';
import classes from './RefusalNote.module.css';

type Props = { message: string | null };

/** Why the form was refused, above it and announced at once. */
export function RefusalNote({ message }: Props) {
  return (
    <div role="alert" className={classes['live']}>
      {message !== null && (
        <p className={classes['note']}>
          <IconAlertCircle size={20} stroke={1.7} aria-hidden />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
