import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './FormRefusal.module.css';

/** Why the server refused a form, if it named no field. */
export function FormRefusal({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <p role="alert" className={classes['refusal']}>
      <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      <span>{message}</span>
    </p>
  );
}
