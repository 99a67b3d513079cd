import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Hint } from '../platform/ui/Hint';
import classes from './Drawer.module.css';

type Props = { href: string; icon: Icon; label: string; active: boolean; mini: boolean };

export function DrawerLink({ href, icon: Drawing, label, active, mini }: Props) {
  return (
    <Hint label={label} side="right" disabled={!mini} delayMs={100}>
      <Link
        to={href}
        className={classes['link'] ?? ''}
        data-active={active || undefined}
        data-mini={mini || undefined}
        activeOptions={{ exact: true }}
        aria-current={active ? 'page' : undefined}
        aria-label={mini ? label : undefined}
      >
        <Drawing size={20} stroke={1.7} aria-hidden />
        {!mini && <span className={classes['label']}>{label}</span>}
      </Link>
    </Hint>
  );
}
