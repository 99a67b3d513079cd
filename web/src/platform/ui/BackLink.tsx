import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './BackLink.module.css';

type Props = { to: '/settings/core/tenant' | '/settings/core/group'; label: string };

/** A link from the screen of one thing back to the list. */
export function BackLink({ to, label }: Props) {
  return (
    <Link to={to} className={classes['back'] ?? ''} data-back>
      <IconChevronLeft size={18} stroke={1.7} aria-hidden />
      {label}
    </Link>
  );
}
