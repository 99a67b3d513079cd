import { IconUsersGroup } from '@tabler/icons-react';
import classes from './GroupAvatar.module.css';

/** A drawing of a group, where people have their picture; decoration beside the name. */
export function GroupAvatar() {
  return (
    <span className={classes['group']} aria-hidden>
      <IconUsersGroup size={18} stroke={1.7} />
    </span>
  );
}
